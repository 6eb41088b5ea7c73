import { Problem } from '#lib/errors.ts';

export function policySuspended(): Problem {
  return new Problem(
    'policy_suspended',
    'The policy of this audience is suspended and no other version stands in. Ask the brand team when it is back.',
  );
}
