import { DeadLetterFilter } from '#components/operations/dead-letter-filter.tsx';
import { DeadLetterRow } from '#components/operations/dead-letter-row.tsx';
import { DeadLettersForm } from '#components/operations/dead-letters-form.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import { formatPlural } from '#lib/format.ts';
import { listDeadLetters } from '#lib/jobs/list-dead-letters.ts';
import { queueNames } from '#lib/jobs/queues.ts';
import { errorCategories } from '#lib/lifecycle.ts';
import type { AudienceQueue } from '#lib/observe/operations-overview.ts';
import type { Services } from '#lib/services.ts';
import { settleDeadLetters } from './actions.ts';
import { ages, chosenFields, type LetterFields, toDeadFilter } from './operations-search.ts';

/** What failed for good, why, and the way back. */
export async function DeadLetters({
  services,
  caller,
  fields,
  span,
  audiences,
  all,
}: {
  services: Services;
  caller: Caller;
  fields: LetterFields;
  span: string;
  audiences: readonly AudienceQueue[];
  /** How many there are, whatever the filter. */
  all: number;
}) {
  const { letters, count } = await listDeadLetters(services, caller, toDeadFilter(fields));
  const chosen = chosenFields(fields);
  const marks = new Map(
    audiences.flatMap(({ slug, name, look }) => (look ? [[slug, { name, ...look }] as const] : [])),
  );
  const mayAct = may(caller.actor, 'operations.act');
  const now = new Date();
  return (
    <section aria-labelledby="dead-letters" className="pt-6">
      <h2 className="voice-wide pb-1 text-heading" id="dead-letters">
        Dead letters
      </h2>
      {all === 0 && Object.keys(chosen).length === 0 ? null : (
        <DeadLetterFilter
          choices={[
            { field: 'queue', label: 'Queue', options: named(queueNames) },
            { field: 'category', label: 'Why', options: named(errorCategories) },
            {
              field: 'audience',
              label: 'Audience',
              options: [...marks].map(([value, { name }]) => ({ value, name })),
            },
            { field: 'age', label: 'Died', options: ages },
          ]}
          chosen={chosen}
          span={span}
        />
      )}
      <DeadLettersForm action={settleDeadLetters} count={count} filter={chosen}>
        {count === 0 ? (
          <p className="border-t border-ink py-2">
            <StatusDot tone="ok">
              {all === 0 ? 'None: nothing has failed for good.' : 'None that this filter shows.'}
            </StatusDot>
          </p>
        ) : (
          <ul className="[&>li:first-child]:border-ink">
            {letters.map((letter) => (
              <DeadLetterRow
                audience={letter.audience ? marks.get(letter.audience) : undefined}
                key={letter.id}
                letter={letter}
                mayAct={mayAct}
                now={now}
                timeZone={services.env.PORTAL_TIME_ZONE}
              />
            ))}
          </ul>
        )}
        {count > letters.length && (
          <p className="voice-label py-1">
            {formatPlural(count - letters.length, 'older one')} not shown; “all” means them, too.
          </p>
        )}
      </DeadLettersForm>
    </section>
  );
}

function named(values: readonly string[]) {
  return values.map((value) => ({ value, name: value }));
}
