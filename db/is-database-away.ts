/** Classes of SQLSTATE in which the statement was right and the moment was wrong. */
const passingStates = /^(08|40|53|57P)/;
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const lostConnection = /connection terminated|timeout exceeded when trying to connect/i;

/** Whether the same statement may well succeed in a moment: the database restarts, is full of callers, or cannot be reached. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return passingStates.test(code) || connectionCodes.has(code) || lostConnection.test(error.message);
}
