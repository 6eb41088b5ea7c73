/**
 * The lease ended, or somebody else took the work over under a higher fence. Expected control flow: whoever
 * throws it has changed nothing, and the transaction around it must not commit.
 */
export class LeaseLost extends Error {
  constructor(what: string) {
    super(`the lease of ${what} is over`);
    this.name = 'LeaseLost';
  }
}
