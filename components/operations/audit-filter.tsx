import { Button } from '#components/ui/button.tsx';
import { Field, Select } from '#components/ui/field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { type AuditAction, auditActions } from '#lib/observe/audit-actions.ts';
import { auditAddress } from '#lib/observe/audit-fields.ts';
import { actionTitle } from '#lib/observe/audit-words.ts';

const actions = Object.keys(auditActions).sort() as AuditAction[];

/** What is looked for in the log: a plain form, whose fields are the address of what it finds. */
export function AuditFilter({
  given,
  errors,
  timeZone,
}: {
  given: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  timeZone: string;
}) {
  const { action = '', request_id, trace_id } = given;
  const field = (name: string) => ({ name, defaultValue: given[name] ?? '', error: errors[name] });
  return (
    <form
      action="/operations/audit#rows"
      className="grid grid-cols-2 items-start gap-x-1.5 gap-y-2 md:grid-cols-4 lg:grid-cols-6"
      // What was typed before is kept by React where only the address changes.
      key={auditAddress(given)}
    >
      <Field
        className="col-span-2"
        label="Person"
        maxLength={200}
        placeholder="Name, email, or a part such as repair"
        type="search"
        {...field('person')}
      />
      <Field
        className="col-span-2"
        label="What it was done to"
        maxLength={500}
        placeholder="Id, audience, file, or its address"
        type="search"
        {...field('subject')}
      />
      <Select className="col-span-2" label="Action" {...field('action')}>
        <option value="">Any</option>
        {action && !Object.hasOwn(auditActions, action) && <option value={action}>{action}</option>}
        {actions.map((each) => (
          <option key={each} value={each}>
            {actionTitle(each)}
          </option>
        ))}
      </Select>
      <Field className="min-w-0" label="From" type={timeKind(given.from, errors.from)} {...field('from')} />
      <Field
        className="min-w-0"
        label="To"
        title={`Days of ${timeZone}; the last one counts whole`}
        type={timeKind(given.to, errors.to)}
        {...field('to')}
      />
      <Select className="col-span-2" label="How it ended" {...field('result')}>
        <option value="">Any way</option>
        <option value="done">Done</option>
        <option value="refused">Refused: a rule said no</option>
        <option value="failed">Failed: something broke</option>
      </Select>
      <details
        className="col-span-2 text-small md:col-span-4 lg:col-span-2"
        open={Boolean(request_id || trace_id)}
      >
        <summary className="w-fit cursor-pointer py-1 text-ink-soft lg:mt-3 pointer-coarse:py-1.5">
          By request or trace
        </summary>
        <div className="grid gap-2 pt-1">
          <Field label="Request id" maxLength={200} {...field('request_id')} />
          <Field label="Trace id" maxLength={200} {...field('trace_id')} />
        </div>
      </details>
      <div className="col-span-2 flex gap-1 md:col-span-4 lg:col-span-6">
        <Button kind="primary" type="submit">
          Search
        </Button>
        {Object.keys(given).length > 0 && (
          <LinkButton href={auditAddress({})} kind="quiet">
            Show all
          </LinkButton>
        )}
      </div>
    </form>
  );
}

/** A date is picked; whatever else an address has is shown as it is. */
function timeKind(value = '', error?: string): 'date' | 'text' {
  return !error && /^(\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text';
}
