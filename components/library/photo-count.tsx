/** `3 of 5 photos`, with a mark for each place: full is seen before it is hit. */
export function PhotoCount({ count, limit }: { count: number; limit: number }) {
  const isFull = count >= limit;
  return (
    <span className="inline-flex items-center gap-1">
      <span className="figures">
        {count} of {limit} photos
      </span>
      {limit <= 20 && (
        <span aria-hidden="true" className="flex gap-[3px]">
          {Array.from({ length: limit }, (_, place) => (
            <span
              className={`h-1.5 w-1 border ${place < count ? 'border-ink bg-ink' : 'border-line-strong'}`}
              // biome-ignore lint/suspicious/noArrayIndexKey: the places of a product are told apart by nothing else
              key={place}
            />
          ))}
        </span>
      )}
      {isFull && (
        <span className="text-small text-warn">Full: one must go to the bin before another fits.</span>
      )}
    </span>
  );
}
