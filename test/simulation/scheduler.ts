import type { Actor } from './actor.ts';
import { currentActor } from './actor.ts';
import type { Random } from './random.ts';
import type { Change } from './sim-client.ts';
import type { Fate, Pending, StepWork } from './step.ts';
import { isBlocked, later, startStep, type Waiting } from './waiting.ts';
import { calm, type Weather } from './weather.ts';

export interface SchedulerOptions {
  random: Random;
  /** Moves the database's clock. */
  advance(ms: number): Promise<void>;
  /** The backends whose locks this one waits for. */
  blockersOf(pid: number): Promise<readonly number[]>;
  cancel(pid: number): Promise<void>;
  /** Holds what just became visible against the rules. */
  onChange(change: Change): Promise<void>;
  onCrash(actor: Actor): void;
  leaseMs: number;
}

/** Lets one process take one step at a time, in an order that the seed draws, and decides what becomes of it. */
export class Scheduler {
  readonly trace: string[] = [];
  weather: Weather = calm;
  /** The database's clock, in milliseconds since the start of the run. */
  now = 0;
  steps = 0;
  deadlocks = 0;
  #malformed: Error | undefined;
  #actors = new Set<Actor>();
  #pending: Pending[] = [];
  #blocked: Waiting[] = [];
  readonly #options: SchedulerOptions;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Runs `life` as a process of its own. */
  spawn(actor: Actor, life: () => Promise<void>): void {
    this.#actors.add(actor);
    const leave = () => this.#leave(actor);
    currentActor.run(actor, () => {
      life().then(leave, (error: unknown) => {
        this.#say(`${actor.name} ended: ${String(error)}`);
        leave();
      });
    });
  }

  /** What an actor calls before anything that others could notice. Never answers a process that was killed. */
  take(work: StepWork): Promise<unknown> {
    const actor = currentActor.getStore();
    if (!actor) return work.run('done');
    return new Promise((resolve, reject) => {
      if (!actor.ended) this.#pending.push({ ...work, actor, resolve, reject });
    });
  }

  /** A place where a process may stand for any time, until going on is worth it. */
  async pause(label: string, worth?: () => boolean): Promise<void> {
    await this.take({ label, fates: [], worth, run: async () => undefined, lost: () => new Error('never') });
  }

  changed(change: Change): Promise<void> {
    return this.#options.onChange(change);
  }

  /** A statement that the database cannot read is a fault of whoever wrote it, and would look like bad weather. */
  failIfMalformed(sql: string, error: unknown): void {
    const { code = '' } = error as { code?: string };
    if (/^42/.test(code)) this.#malformed ??= new Error(`${String(error)}: ${sql}`, { cause: error });
  }

  /** One step of somebody, or of the clock. */
  async step(): Promise<void> {
    await this.#quiet();
    if (this.#malformed) throw this.#malformed;
    this.steps += 1;
    const { random } = this.#options;
    if (random.chance(this.weather.clock)) return this.#moveClock();
    if (random.chance(this.weather.timer) && this.#ringTimer()) return;
    // In an order of its own: of two steps of one process, it is no matter which came to be a moment sooner.
    const worthy = this.#pending.filter(({ worth }) => !worth || worth()).sort(byNameAndLabel);
    const awake = worthy.filter(({ actor }) => actor.asleepUntil <= this.steps);
    const candidates = awake.length > 0 ? awake : worthy;
    if (candidates.length === 0)
      return this.#blocked.length > 0 ? this.#settleBlocked(true) : this.#moveClock();
    const chosen = random.pick(candidates);
    if (random.chance(this.weather.sleep)) return this.#standStill(chosen.actor);
    this.#pending.splice(this.#pending.indexOf(chosen), 1);
    await this.#let(chosen, this.#drawFate(chosen));
    if (this.#blocked.length > 0) await this.#settleBlocked(false);
  }

  /** Ends all processes at once; what they had open is rolled back. */
  async end(): Promise<void> {
    for (const actor of [...this.#actors]) await this.#kill(actor);
    while (this.#blocked.length > 0) await this.#settleBlocked(true);
  }

  /** Long enough for its leases to end, more often than not: what it does next, it does as a zombie. */
  async #standStill(actor: Actor): Promise<void> {
    const { random, leaseMs } = this.#options;
    actor.asleepUntil = this.steps + 15 + random.below(60);
    this.#say(`${actor.name} stands still`);
    if (random.chance(0.6)) await this.#moveClock(leaseMs + 1);
  }

  #leave(actor: Actor): void {
    actor.ended = true;
    actor.timers.clear();
    this.#actors.delete(actor);
  }

  #drawFate(step: Pending): Fate {
    const { random } = this.#options;
    if (random.chance(this.weather.crash)) return random.pick(['crash before', 'crash after']);
    if (step.fates.includes('cut') && random.chance(this.weather.cut)) return 'cut';
    if (step.fates.includes('lost before') && random.chance(this.weather.lost))
      return random.pick(['lost before', 'lost after']);
    return 'done';
  }

  async #let(step: Pending, fate: Fate): Promise<void> {
    this.#say(`${step.actor.name}: ${step.label}${fate === 'done' ? '' : ` [${fate}]`}`);
    if (fate === 'crash before') return this.#kill(step.actor, step);
    if (fate === 'lost before') {
      await step.abandon?.();
      step.reject(step.lost());
      return;
    }
    const waiting = startStep(step, fate);
    if (!(await isBlocked(waiting, this.#options.blockersOf))) return this.#deliver(waiting);
    this.#say(`${step.actor.name} waits for a lock`);
    if (this.#blocked.some(({ blockers }) => blockers.some((pid) => waiting.blockers.includes(pid))))
      return this.#giveUp(waiting);
    this.#blocked.push(waiting);
  }

  /** Of two that wait for the same commit nobody can say who goes on first, so the second loses its connection. */
  async #giveUp({ step, outcome }: Waiting): Promise<void> {
    this.#say(`${step.actor.name} loses its connection`);
    if (step.pid !== undefined) await this.#options.cancel(step.pid);
    await outcome;
    await step.abandon?.();
    step.reject(step.lost());
  }

  /** Lets those go on whose lock has come free, and with them those who waited for them. */
  async #settleBlocked(wait: boolean): Promise<void> {
    if (wait) await Promise.race([...this.#blocked.map(({ outcome }) => outcome), later(1500)]);
    for (let anyone = true; anyone; ) {
      anyone = false;
      for (const waiting of [...this.#blocked]) {
        if (await isBlocked(waiting, this.#options.blockersOf)) continue;
        anyone = true;
        this.#blocked.splice(this.#blocked.indexOf(waiting), 1);
        this.#say(`${waiting.step.actor.name} goes on`);
        await this.#deliver(waiting);
      }
    }
  }

  async #deliver({ step, fate, outcome }: Waiting): Promise<void> {
    const result = await outcome;
    if ('error' in result && (result.error as { code?: string })?.code === '40P01') {
      this.deadlocks += 1;
      this.#say(`${step.actor.name} met a deadlock`);
    }
    // One after another, also where one commit let several others go on.
    if ('value' in result && !step.actor.ended) await step.show?.();
    if (fate === 'crash after') return this.#kill(step.actor, step);
    if (step.actor.ended) {
      await step.abandon?.();
      return;
    }
    if (fate === 'lost after') {
      await step.abandon?.();
      step.reject(step.lost());
      return;
    }
    if ('error' in result) step.reject(result.error);
    else step.resolve(result.value);
  }

  async #kill(actor: Actor, current?: Pending): Promise<void> {
    const wasAlive = !actor.ended;
    this.#leave(actor);
    this.#pending = this.#pending.filter((step) => step.actor !== actor);
    for (const connection of actor.connections) await connection.breakOff();
    if (wasAlive && current) this.#options.onCrash(actor);
  }

  async #moveClock(by?: number): Promise<void> {
    const { random, leaseMs } = this.#options;
    const ms = by ?? random.pick([1, 200, 2000, leaseMs / 3, leaseMs / 3, leaseMs + 1, 4 * leaseMs]);
    this.now += ms;
    this.#say(`the clock goes on by ${Math.round(ms)} ms to ${Math.round(this.now)}`);
    for (const actor of this.#actors)
      if (random.chance(0.1)) actor.skewMs = Math.round((random.next() - 0.5) * 7 * 24 * 3_600_000);
    await this.#options.advance(ms);
  }

  /** Late or early for those that repeat, as a busy process is; the others when their time has come. */
  #ringTimer(): boolean {
    const ripe = [...this.#actors].flatMap((actor) =>
      [...actor.timers]
        .filter((timer) => timer.repeats || timer.due <= this.now)
        .map((timer) => ({ actor, timer })),
    );
    if (ripe.length === 0) return false;
    const { actor, timer } = this.#options.random.pick(ripe);
    if (!timer.repeats) actor.timers.delete(timer);
    this.#say(`${actor.name}: a timer of ${Math.round(timer.ms)} ms rings`);
    currentActor.run(actor, timer.ring);
    return true;
  }

  /** Waits until every process stands at a step, or has ended. */
  async #quiet(): Promise<void> {
    const until = performance.now() + 20_000;
    for (;;) {
      await new Promise(setImmediate);
      if ([...this.#actors].every((actor) => this.#stands(actor)) && !readsFiles()) return;
      if (performance.now() > until)
        throw new Error(`somebody never comes to a step:\n${this.trace.slice(-20).join('\n')}`);
    }
  }

  #stands(actor: Actor): boolean {
    return (
      this.#pending.some((step) => step.actor === actor) ||
      this.#blocked.some(({ step }) => step.actor === actor)
    );
  }

  #say(line: string): void {
    this.trace.push(`${String(this.steps).padStart(4)}  ${line}`);
  }
}

function byNameAndLabel(a: Pending, b: Pending): number {
  if (a.actor !== b.actor) return a.actor.name < b.actor.name ? -1 : 1;
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}

/** A process that has a step in one place may still be at work on a spooled file in another. */
function readsFiles(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind.startsWith('FS') || kind === 'CloseReq');
}
