import type { Permission } from '#lib/auth/permissions.ts';

const name = '[^/]+';
const forms = [
  // A photo's landing object, too: assets/{id}/original.jpg
  new RegExp(`^(?:api/)?(?:library|people|products|assets|jobs|mark-images)/(${name})`),
  new RegExp(`^(?:api/)?(?:policies|audiences)/(${name})`),
  new RegExp(`^(?:api/)?(?:files|derivatives)/(${name}/${name}/${name}/${name})`),
  new RegExp(`^masters/(${name})`),
];

/** The subject that people mean who paste the address of its page, its object's key, or its id. */
export function subjectOf(text: string): string {
  const path = text.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  const plain = path.replace(/^\//, '');
  for (const form of forms) {
    const [, id] = form.exec(plain) ?? [];
    if (id) return lowerUuid(id);
  }
  return lowerUuid(text);
}

function lowerUuid(text: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : text;
}

/** Where a subject has a page, and who may open it. */
export function subjectPage(
  { kind, id }: { kind: string; id: string },
  detail: Readonly<Record<string, unknown>>,
): { href: string; permission: Permission } | undefined {
  switch (kind) {
    case 'asset':
    case 'product':
      return { href: `/library/${id}`, permission: 'library.read' };
    case 'derivative':
      return { href: `/files/${id}`, permission: 'manifest.read' };
    case 'audience': {
      const version = typeof detail.version === 'number' ? `/${detail.version}` : '';
      return { href: `/policies/${id}${version}`, permission: 'policy.read' };
    }
    case 'user':
      return id === 'unknown' ? undefined : { href: `/people/${id}`, permission: 'people.manage' };
    case 'webhook':
      return id === 'all' ? undefined : { href: '/settings/webhooks', permission: 'webhook.manage' };
    case 'reconciliation':
      return { href: '/operations/reconciliation', permission: 'repair.read' };
    default:
      return undefined;
  }
}
