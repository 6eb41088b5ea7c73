import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { receiveStorageEvents } from '#lib/upload/receive-storage-events.ts';

const count = z.number().int();

export const POST = route(
  {
    permission: 'events.deliver',
    summary: 'Tell of objects that were created in the store, as S3 does',
    // Checked where it is read: S3 sends a test message of another shape first.
    body: z.record(z.string(), z.unknown()),
    again: 'anew',
    responses: { 200: z.object({ registered: count, refused: count, ignored: count }) },
  },
  async ({ services, caller, body }) => Response.json(await receiveStorageEvents(services, caller, body)),
);

export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods({ POST });
