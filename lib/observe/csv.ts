/** What a spreadsheet would take for the beginning of a formula, wide forms included. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One record of RFC 4180. Text that a spreadsheet would run is preceded by an apostrophe, which it shows as text:
 * names and notes are what strangers may have written.
 */
export function csvRecord(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n;\t']/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}
