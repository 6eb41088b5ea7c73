/**
 * The file that a manifest tells of. Staff read manifests of files that nobody may be shown any more: as a background
 * it leaves no broken picture, only the sentence that stands behind it.
 */
export function FileStage({
  url,
  width,
  height,
  label,
}: {
  url: string;
  width: number;
  height: number;
  label: string;
}) {
  return (
    <div className="bg-stage p-1 md:p-3">
      <div
        className="relative mx-auto flex items-center justify-center"
        style={{
          aspectRatio: `${width} / ${height}`,
          width: `min(100%, ${((width / height) * 70).toFixed(2)}dvh, ${width}px)`,
        }}
      >
        <p className="px-2 text-center text-small text-ink-soft">
          If you see no picture here, it may not be shown any more.
        </p>
        <div
          aria-label={label}
          className="absolute inset-0 bg-cover"
          role="img"
          style={{ backgroundImage: `url("${url}")` }}
        />
      </div>
    </div>
  );
}
