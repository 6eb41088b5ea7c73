import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** `file` beginning of a name · `file` · …: a file without a folder lies beside the one before. */
const rows = readFileSync('docs/reported-faults.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , , tests]) => tests?.startsWith('`'))
  .map(([, fault = '', , tests = '']) => ({ fault, tests }));

interface Named {
  file: string;
  name: string;
}

function namedTests(cell: string): Named[] {
  const named: Named[] = [];
  for (const part of cell.split(' · ')) {
    const [, written, name = ''] = /^`([^`]+)`\s*(.*)$/.exec(part) ?? [];
    const before = named.at(-1)?.file ?? '';
    if (written === undefined) named.push({ file: before, name: part });
    else
      named.push({ file: written.includes('/') ? written : path.join(path.dirname(before), written), name });
  }
  return named;
}

describe('the list of reported faults', () => {
  it('is read', () => expect(rows.length).toBeGreaterThan(30));

  it.each(rows)('names tests that are there: $fault', ({ tests }) => {
    for (const { file, name } of namedTests(tests)) {
      expect(existsSync(file), file).toBe(true);
      expect(readFileSync(file, 'utf8').includes(name), `${file}: ${name}`).toBe(true);
    }
  });
});
