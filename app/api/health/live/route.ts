import { z } from 'zod';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

const live = z.object({ status: z.literal('live') });

/** The process answers; nothing else is asked. */
export const GET = route(
  { permission: 'health.read', summary: 'Whether the web process is alive', responses: { 200: live } },
  async () => Response.json({ status: 'live' }),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
