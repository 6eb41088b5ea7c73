import { formatBytes, formatPixels } from '#lib/format.ts';

/** A file's size, with its exact bytes on hover. */
export function FileSize({ bytes }: { bytes: number }) {
  return (
    <span className="figures whitespace-nowrap" title={`${bytes} bytes`}>
      {formatBytes(bytes)}
    </span>
  );
}

export function Pixels({ width, height }: { width: number; height: number }) {
  return <span className="figures whitespace-nowrap">{formatPixels(width, height)}</span>;
}
