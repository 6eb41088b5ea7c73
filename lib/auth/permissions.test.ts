import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roles } from '#lib/lifecycle.ts';
import type { Actor } from './actor.ts';
import { holderOf, may, type Permission, permissions } from './permissions.ts';

const names = Object.keys(permissions) as Permission[];
const person = (role: string) =>
  ({
    kind: 'person',
    id: 'x',
    email: 'x',
    name: 'x',
    role,
    memberships: [],
    via: 'session',
  }) as unknown as Actor;
const known = [
  { kind: 'anonymous' } as const,
  ...roles.map(person),
  { kind: 'system', name: 'jobs' } as const,
  { kind: 'system', name: 'events' } as const,
];

describe('the permission table', () => {
  it('denies whatever it does not list', () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.constantFrom(...names), (actor, permission) => {
        const listed = (permissions[permission] as readonly string[]).includes(holderOf(actor));
        expect(may(actor, permission)).toBe(listed);
      }),
    );
  });

  it('denies a permission it does not know, also by a name every object has', () => {
    const odd = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString'));
    fc.assert(
      fc.property(fc.constantFrom(...known), odd, (actor, permission) => {
        fc.pre(!names.includes(permission as Permission));
        expect(may(actor, permission as Permission)).toBe(false);
      }),
    );
  });

  it('denies everything to a role or a system it does not know', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...names), (word, permission) => {
        fc.pre(!(roles as readonly string[]).includes(word) && word !== 'anonymous');
        fc.pre(word !== 'jobs' && word !== 'events' && !word.startsWith('system:'));
        expect(may(person(word), permission)).toBe(false);
        expect(may({ kind: 'system', name: word }, permission)).toBe(false);
      }),
    );
  });

  it('opens one door to each secret', () => {
    const doors = (name: string) => names.filter((permission) => may({ kind: 'system', name }, permission));
    expect(doors('jobs')).toEqual(['jobs.run']);
    expect(doors('events')).toEqual(['events.deliver']);
  });

  it('gives nobody who is not signed in, and no member, anything that staff alone do', () => {
    const open = names.filter((permission) => may({ kind: 'anonymous' }, permission));
    expect(open).toEqual([
      'catalog.read',
      'derivative.request',
      'derivative.read',
      'manifest.read',
      'job.read',
      'health.read',
      'openapi.read',
      'session.manage',
    ]);
    expect(names.filter((permission) => may(person('member'), permission))).toEqual([...open, 'account.own']);
  });
});
