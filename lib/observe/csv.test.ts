import { describe, expect, it } from 'vitest';
import { csvRecord } from './csv.ts';

describe('a record of CSV', () => {
  it('quotes what would end a cell or a record, and nothing is left empty', () => {
    expect(csvRecord(['a', 'b,c', 'say "yes"', 'two\nlines', ' x', null, 7])).toBe(
      'a,"b,c","say ""yes""","two\nlines"," x",,7\r\n',
    );
  });

  it.each(['=1+1', '+49', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A'])(
    'gives %j to a spreadsheet as text',
    (text) => {
      expect(csvRecord([text])).toBe(`"'${text}"\r\n`);
    },
  );
});
