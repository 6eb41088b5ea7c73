import { Field } from '#components/ui/field.tsx';

const choices = [
  ['made', 'Make one', 'Shown once, for you to hand over.'],
  ['typed', 'Type one', 'At least 10 characters.'],
] as const;

/** A password for somebody else: made here, or typed. Works before scripts run. */
export function PasswordFields({
  error,
  hideLegend = false,
}: {
  error: string | undefined;
  /** Where a heading says it already: read aloud, not shown. */
  hideLegend?: boolean;
}) {
  return (
    <fieldset className="group/password">
      <legend className={hideLegend ? 'sr-only' : 'text-small font-medium'}>Password</legend>
      <div className="mt-0.5">
        {choices.map(([value, words, hint]) => (
          <label
            className="flex min-h-4 items-baseline gap-1 border-b border-line py-1 text-small pointer-coarse:min-h-[44px]"
            key={value}
          >
            <input
              className="size-2 shrink-0 translate-y-[3px] accent-accent"
              defaultChecked={value === 'made'}
              name="password_from"
              type="radio"
              value={value}
            />
            <span className="w-8 shrink-0 font-medium">{words}</span>
            <span className="text-ink-soft">{hint}</span>
          </label>
        ))}
      </div>
      <div className="mt-1 hidden group-has-[input[value=typed]:checked]/password:block">
        <Field
          autoCapitalize="none"
          autoComplete="off"
          error={error}
          label="Their password"
          maxLength={200}
          name="password"
          spellCheck={false}
        />
      </div>
    </fieldset>
  );
}
