import { searchAudit } from '#lib/observe/search-audit.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';
import { auditPage, auditQuery } from './audit-schemas.ts';

export const GET = route(
  {
    permission: 'audit.read',
    summary: 'The audit log: who did what to what, newest first, by filter and cursor',
    query: auditQuery,
    responses: { 200: auditPage },
  },
  async ({ services, caller, query }) => Response.json(await searchAudit(services, caller, query)),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
