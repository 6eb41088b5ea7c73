/** How far something is that goes by steps. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div className="py-1 text-small">
      <p className="flex flex-wrap justify-between gap-x-2 pb-0.5">
        {label}
        <span className="voice-label figures">
          step {value} of {max}
        </span>
      </p>
      <div
        aria-label={label}
        aria-valuemax={max}
        aria-valuemin={0}
        aria-valuenow={value}
        className="h-0.5 overflow-hidden rounded-full bg-line"
        role="progressbar"
      >
        <div className="h-full bg-accent" style={{ width: `${(100 * value) / max}%` }} />
      </div>
    </div>
  );
}
