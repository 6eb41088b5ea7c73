import { auditFields } from '#lib/observe/audit-fields.ts';
import { exportAudit } from '#lib/observe/export-audit.ts';
import { otherMethods } from '#lib/other-methods.ts';
import { route } from '#lib/route.ts';

export const GET = route(
  {
    permission: 'audit.read',
    summary: 'The same as CSV, at most AUDIT_EXPORT_ROWS; on record',
    query: auditFields,
    responses: { 200: null },
  },
  async ({ services, caller, query }) =>
    new Response(await exportAudit(services, caller, query), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="audit-${new Date().toISOString().slice(0, 10)}.csv"`,
        'X-Content-Type-Options': 'nosniff',
      },
    }),
);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods({ GET });
