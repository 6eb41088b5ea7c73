import { roleNames } from '#components/ui/role-names.ts';
import type { Role } from '#lib/lifecycle.ts';

const does: Readonly<Record<Role, string>> = {
  member: 'Downloads the approved photos of their audiences.',
  editor: 'Uploads, describes and approves photos, and makes products.',
  support: 'Looks at every photo, file and policy, and changes none.',
  operator: 'Looks at the library and keeps the installation running.',
  admin: 'All of it, and writes policies and manages people.',
};

/** Those who download come first: most accounts are theirs. What may most comes last. */
const order: readonly Role[] = ['member', 'editor', 'support', 'operator', 'admin'];

/** What a person may do, each role with what it means. */
export function RoleChoice({ initial }: { initial: Role }) {
  return (
    <fieldset>
      <legend className="text-small font-medium">Role</legend>
      <div className="mt-0.5">
        {order.map((each) => (
          <label
            className="flex min-h-4 items-baseline gap-1 border-b border-line py-1 text-small pointer-coarse:min-h-[44px]"
            key={each}
          >
            <input
              className="size-2 shrink-0 translate-y-[3px] accent-accent"
              defaultChecked={each === initial}
              name="role"
              type="radio"
              value={each}
            />
            <span className="w-8 shrink-0 font-medium">{roleNames[each]}</span>
            <span className="text-ink-soft">{does[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
