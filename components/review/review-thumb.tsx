/** A photo small beside its words, which name it. */
export function ReviewThumb({ assetId }: { assetId: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: the staff thumbnail is a finished file
    <img
      alt=""
      className="h-8 w-12 shrink-0 bg-stage object-contain"
      height={64}
      loading="lazy"
      src={`/api/assets/${assetId}/thumbnail`}
      width={96}
    />
  );
}
