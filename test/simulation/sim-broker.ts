import type { DomainEvent } from '#lib/events/event.ts';
import { type EventMessage, writeEventMessage } from '#lib/events/event-message.ts';
import type { ReceivedMessage } from '#lib/events/kafka/kafka-consumer.ts';
import type { Scheduler } from './scheduler.ts';

/** One partition of a broker: it keeps what it has acknowledged, and delivers from the committed offset on. */
export class SimBroker {
  readonly has = new Set<string>();
  readonly #scheduler: Scheduler;
  readonly #log: EventMessage[] = [];
  #committed = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  get isDrained(): boolean {
    return this.#committed === this.#log.length;
  }

  async publish(events: readonly DomainEvent[]): Promise<void> {
    await this.#take(`publish ${events.map(({ type }) => type).join(', ')}`, () => {
      for (const event of events) {
        this.#log.push(writeEventMessage(event));
        this.has.add(event.event_id);
      }
    });
  }

  /** What a consumer of the group is shown now. Two that think that the partition is theirs are shown the same. */
  async poll(limit: number): Promise<{ messages: ReceivedMessage[]; from: number }> {
    let from = 0;
    let messages: ReceivedMessage[] = [];
    await this.#take('poll the broker', () => {
      from = this.#committed;
      messages = this.#log.slice(from, from + limit).map(({ key, value }, index) => ({
        topic: 'events',
        partition: 0,
        offset: BigInt(from + index),
        key: Buffer.from(key),
        value: Buffer.from(value),
      }));
    });
    return { messages, from };
  }

  async commit(offset: number): Promise<void> {
    await this.#take(`commit offset ${offset}`, () => {
      this.#committed = Math.max(this.#committed, offset);
    });
  }

  async #take(label: string, run: () => void): Promise<void> {
    await this.#scheduler.take({
      label,
      fates: ['lost before', 'lost after'],
      run: async () => run(),
      lost: () => new Error('the broker did not answer'),
    });
  }
}
