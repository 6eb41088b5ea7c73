/** What `npm start` prints. Colour only where a terminal shows it, and never as the only carrier of meaning. */
const colourful = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code: number) => (text: string) => (colourful ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const green = paint(32);
export const red = paint(31);
const yellow = paint(33);
const accent = paint(34);

export function title(text: string): void {
  console.log(`\n  ${bold(text)}\n`);
}

/** A finished step: what it is, and a fact about it. */
export function done(step: string, fact: string): void {
  console.log(`  ${green('✓')} ${step.padEnd(18)}${dim(fact)}`);
}

/** A step that takes long enough for somebody to wonder. */
export function begun(step: string, fact: string): void {
  console.log(`  ${dim('…')} ${step.padEnd(18)}${dim(fact)}`);
}

/** Works, but not as it should: what is wrong and what follows. */
export function warn(sentence: string): void {
  console.log(`  ${yellow('!')} ${sentence}`);
}

export function failed(sentences: string): void {
  console.error(`\n  ${red('✗')} ${sentences.trim().split('\n').join('\n    ')}\n`);
}

/** One line that is written over while something is under way; where there is no terminal, each change is a line. */
export function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K  ${dim('…')} ${text}`);
  else console.log(`  … ${text}`);
}

export function endProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[2K');
}

export function address(url: string): void {
  console.log(`\n  ${bold('Open')}  ${accent(url)}\n`);
}

export function line(text = ''): void {
  console.log(text ? `  ${text}` : '');
}

export function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
