const unreachableCodes = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '57P03'];
const refusedCodes = ['28P01', '28000', '3D000'];

/** A database error in a sentence that says what to do, where it is about reaching the database at all. */
export function explainDatabaseError(error: unknown, url: string): unknown {
  const code = String((error as NodeJS.ErrnoException).code);
  const { hostname, port, pathname } = new URL(url);
  const place = `The database at ${hostname}:${port || 5432}`;
  if (unreachableCodes.includes(code)) {
    return new Error(`${place} does not answer. Start it, or correct DATABASE_URL.`, { cause: error });
  }
  if (refusedCodes.includes(code)) {
    const sentence = `${place} refuses the user, the password or the database “${pathname.slice(1)}” of DATABASE_URL (${code}). Correct it.`;
    return new Error(sentence, { cause: error });
  }
  return error;
}
