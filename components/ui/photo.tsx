import { placeholderUrl, thumbHashHasAlpha } from '#lib/thumb-hash.ts';
import { classNames } from './class-names.ts';

/**
 * A photograph in its own shape. Until its bytes arrive, and where there are none yet, its ThumbHash stands in:
 * decoded on the server, so render this in server components. Transparent pictures lie on the checkerboard.
 */
export function Photo({
  src,
  alt,
  width,
  height,
  thumbHash,
  srcSet,
  sizes,
  eager = false,
  className,
}: {
  /** `null` while there is no file yet: the placeholder alone is shown. */
  src: string | null;
  alt: string;
  width: number;
  height: number;
  /** Base64. */
  thumbHash: string | null;
  /** Further files of the same picture, as an `img` takes them. */
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** For what is seen first; everything else loads when it comes near the window. */
  eager?: boolean;
  className?: string;
}) {
  const transparent = thumbHash !== null && thumbHashHasAlpha(thumbHash);
  const placeholder = thumbHash !== null && !(transparent && src) ? placeholderUrl(thumbHash) : undefined;
  const look = classNames('block w-full bg-sunken', transparent && 'checkerboard', className);
  const style = {
    aspectRatio: `${width} / ${height}`,
    ...(placeholder && { backgroundImage: `url(${placeholder})`, backgroundSize: '100% 100%' }),
  };
  if (src === null) return <span aria-label={alt} className={look} role="img" style={style} />;
  return (
    // biome-ignore lint/performance/noImgElement: Next's optimiser would be a second renderer, which no policy recorded
    <img
      alt={alt}
      className={classNames(look, 'h-auto')}
      decoding="async"
      fetchPriority={eager ? 'high' : 'auto'}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      sizes={srcSet && sizes}
      src={src}
      srcSet={srcSet}
      style={style}
      width={width}
    />
  );
}
