/** PostgreSQL stores neither a NUL nor half a surrogate pair; everything else of Unicode it does. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
