/** The words of a search, as the reader types them: compatibility forms folded, at most eight. */
export function searchWords(query: string | undefined): string[] {
  return (query ?? '').normalize('NFKC').trim().split(/\s+/).filter(Boolean).slice(0, 8);
}
