import { Admin } from '@platformatic/kafka';
import { type KafkaSettings, kafkaConnection } from '#lib/events/kafka/kafka-connection.ts';

/** How many messages of the topic the group has not committed. */
export async function consumerLag(settings: KafkaSettings, group: string): Promise<number> {
  const admin = new Admin(kafkaConnection(settings, 'test'));
  try {
    const partitions = Array.from({ length: settings.KAFKA_PARTITIONS }, (_, n) => n);
    const groups = await admin.listConsumerGroupOffsets({
      groups: [{ groupId: group, topics: [{ name: settings.KAFKA_TOPIC, partitionIndexes: partitions }] }],
    });
    const ends = await admin.listOffsets({
      topics: [
        {
          name: settings.KAFKA_TOPIC,
          partitions: partitions.map((partitionIndex) => ({ partitionIndex, timestamp: -1n })),
        },
      ],
    });
    const total = (offsets: bigint[]) =>
      offsets.reduce((sum, offset) => sum + (offset > 0n ? offset : 0n), 0n);
    const committed = groups.flatMap(({ topics }) => topics.flatMap((topic) => topic.partitions));
    const end = ends.flatMap((topic) => topic.partitions);
    return Number(
      total(end.map(({ offset }) => offset)) - total(committed.map(({ committedOffset }) => committedOffset)),
    );
  } finally {
    await admin.close();
  }
}
