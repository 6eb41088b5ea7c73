import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export interface Choice {
  value: string;
  name: string;
}

/** Which dead letters are shown, and what "all" then means; its state is the address. */
export function DeadLetterFilter({
  span,
  chosen,
  choices,
}: {
  span: string;
  chosen: Readonly<Record<string, string>>;
  choices: readonly { field: string; label: string; options: readonly Choice[] }[];
}) {
  return (
    <form
      action="/operations#dead-letters"
      className="grid grid-cols-2 items-end gap-1 pb-1 md:flex md:flex-wrap"
    >
      <input name="span" type="hidden" value={span} />
      {choices.map(({ field, label, options }) => (
        <Select
          className="md:w-[11rem]"
          defaultValue={chosen[field] ?? ''}
          key={field}
          label={label}
          name={field}
        >
          <option value="">Any</option>
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      ))}
      <Button type="submit">Show</Button>
      {Object.keys(chosen).length > 0 && (
        <LinkButton href={`/operations?span=${span}#dead-letters`} kind="quiet">
          Show all
        </LinkButton>
      )}
    </form>
  );
}
