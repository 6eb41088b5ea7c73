import { randomInt } from 'node:crypto';

/** Without letters and digits that are mistaken for each other when somebody reads them out. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password to hand to a person: four groups of five, about 99 bits. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
