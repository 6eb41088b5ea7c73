/** The pattern that finds a word anywhere: `%` and `_` of a search are letters like any other. */
export function like(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
