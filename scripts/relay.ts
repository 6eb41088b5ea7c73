import { env } from '#lib/env.ts';
import { kafkaPublisher } from '#lib/events/kafka/kafka-publisher.ts';
import { startRelay } from '#lib/events/start-relay.ts';
import { startSignOfLife } from '#lib/jobs/sign-of-life.ts';
import { startTracing } from '#lib/observe/tracing.ts';
import { createServices } from '#lib/services.ts';
import { followParent } from '#local/parent.ts';
import { loadSettings } from './load-settings.ts';

/** `npm run relay`: the outbox to the brokers, until it is told to stop. Workers do the same beside their work. */
const settings = loadSettings(() => {
  const given = env();
  if (given.EVENTS === 'kafka') return given;
  throw new Error(
    'The relay has nothing to do: EVENTS is postgres, where events reach their consumers by themselves.',
  );
});
const services = createServices(settings, 'relay');
const tracing = await startTracing(settings, { part: 'relay', log: services.log });
const publisher = kafkaPublisher(settings);
const relay = startRelay(services, publisher);
const life = startSignOfLife(services, 'relay');

followParent(async () => {
  await relay.stop();
  await life.stop();
  await publisher.close();
  await services.db.destroy();
  await tracing.stop();
}).ready();
