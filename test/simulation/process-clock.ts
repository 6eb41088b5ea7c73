import { type Actor, currentActor, type VirtualTimer } from './actor.ts';

/**
 * Gives each actor a clock and timers of its own: its time of day is off by its skew, which may jump, and its timers
 * ring when the scheduler says. Whoever is no actor keeps the real ones.
 */
export function installProcessClocks(): () => void {
  const real = { Date, setTimeout, clearTimeout, setInterval, clearInterval };
  const set = (repeats: boolean, original: typeof setTimeout | typeof setInterval) =>
    function setVirtual(ring: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown {
      const actor = currentActor.getStore();
      if (!actor) return (original as (...all: unknown[]) => unknown)(ring, ms, ...args);
      return startTimer(actor, { ring: () => ring(...args), repeats, ms, due: actor.scheduler.now + ms });
    };
  const clear = (original: typeof clearTimeout) =>
    function clearVirtual(timer: unknown): void {
      if (timer instanceof TimerHandle) timer.stop();
      else original(timer as NodeJS.Timeout);
    };
  Object.assign(globalThis, {
    Date: skewedDate(real.Date),
    setTimeout: set(false, real.setTimeout),
    setInterval: set(true, real.setInterval),
    clearTimeout: clear(real.clearTimeout),
    clearInterval: clear(real.clearInterval),
  });
  return () => Object.assign(globalThis, real);
}

class TimerHandle {
  readonly #actor: Actor;
  readonly #timer: VirtualTimer;

  constructor(actor: Actor, timer: VirtualTimer) {
    this.#actor = actor;
    this.#timer = timer;
  }

  stop(): void {
    this.#actor.timers.delete(this.#timer);
  }

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }
}

function startTimer(actor: Actor, timer: VirtualTimer): TimerHandle {
  actor.timers.add(timer);
  return new TimerHandle(actor, timer);
}

function skewedDate(RealDate: DateConstructor): DateConstructor {
  const now = () => RealDate.now() + (currentActor.getStore()?.skewMs ?? 0);
  return new Proxy(RealDate, {
    construct: (target, args: unknown[]) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args) as object,
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
