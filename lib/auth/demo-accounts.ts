import type { Role } from '#lib/lifecycle.ts';

export interface DemoAccount {
  email: string;
  name: string;
  role: Role;
  audiences: readonly string[];
  /** What this person does, for the sign-in page and the terminal. */
  does: string;
}

/** Exists in the embedded default only, which listens on loopback only. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'admin@blazon.test',
    name: 'Ada Admin',
    role: 'admin',
    audiences: [],
    does: 'writes policies, manages people',
  },
  {
    email: 'editor@blazon.test',
    name: 'Emil Editor',
    role: 'editor',
    audiences: [],
    does: 'uploads, reviews and approves photos',
  },
  {
    email: 'teacher@blazon.test',
    name: 'Tomoko Teacher',
    role: 'member',
    audiences: ['teacher'],
    does: 'downloads files for the classroom',
  },
  {
    email: 'partner@blazon.test',
    name: 'Paul Partner',
    role: 'member',
    audiences: ['partner'],
    does: 'downloads marked files for campaigns',
  },
];

export const demoPassword = 'blazon-demo';
