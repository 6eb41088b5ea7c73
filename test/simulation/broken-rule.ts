/** Thrown where a rule does not hold: it ends the run. */
export class BrokenRule extends Error {
  readonly broken: readonly string[];

  constructor(broken: readonly string[]) {
    super(broken.join('\n'));
    this.name = 'BrokenRule';
    this.broken = broken;
  }
}
