import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scheduler } from './scheduler.ts';

export type Role =
  | 'worker'
  | 'sweeper'
  | 'requeuer'
  | 'uploader'
  | 'asker'
  | 'relay'
  | 'processor'
  | 'bridge'
  | 'reader';

/** A timer that a process set. The scheduler decides when it rings. */
export interface VirtualTimer {
  ring: () => void;
  repeats: boolean;
  /** By the database's clock of the simulation, since both clocks run on while a process stands still. */
  due: number;
  ms: number;
}

/** One process of the simulation: it takes a step when the scheduler lets it. */
export interface Actor {
  name: string;
  scheduler: Scheduler;
  role: Role;
  /** How far this process's idea of the time of day is off, in milliseconds. */
  skewMs: number;
  /** Not chosen before this step: a process that is swapped out, or that a garbage collection holds. */
  asleepUntil: number;
  timers: Set<VirtualTimer>;
  /** What is open to the database, and rolled back when the process is killed. */
  connections: Set<{ breakOff(): Promise<void> }>;
  /** The fence under which it claimed each job, as the database told it. */
  heldJobs: Map<string, number>;
  /** The same of events in the inbox, by `consumer event_id`. */
  heldEvents: Map<string, number>;
  ended: boolean;
}

export const currentActor = new AsyncLocalStorage<Actor>();

export function newActor(scheduler: Scheduler, role: Role, name: string): Actor {
  return {
    name,
    role,
    scheduler,
    skewMs: 0,
    asleepUntil: 0,
    timers: new Set(),
    connections: new Set(),
    heldJobs: new Map(),
    heldEvents: new Map(),
    ended: false,
  };
}
