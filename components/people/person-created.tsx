import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ShownOnce } from '#components/ui/shown-once.tsx';

export interface CreatedPerson {
  id: string;
  name: string;
  email: string;
  /** The password that was made for them; null where one was typed. */
  made_password: string | null;
}

/** The account stands: what to hand over, and where to go on. */
export function PersonCreated({ person }: { person: CreatedPerson }) {
  return (
    <div className="flex max-w-[44rem] flex-col gap-2">
      <Notice live tone="ok">
        {person.name} can sign in now, as {person.email}.
      </Notice>
      {person.made_password && (
        <ShownOnce label={`Password of ${person.name}`} secret={person.made_password} />
      )}
      <div className="flex flex-wrap gap-1">
        <LinkButton href={`/people/${person.id}`}>To the account</LinkButton>
        <LinkButton href="/people" kind="quiet">
          To all people
        </LinkButton>
      </div>
    </div>
  );
}
