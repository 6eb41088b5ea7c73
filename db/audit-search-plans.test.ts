import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditFilters } from '#test/audit-filters.ts';
import { fillAuditLog } from '#test/audit-rows.ts';
import { testDatabase } from '#test/database.ts';
import { auditSearch } from './queries/audit-search.ts';

const rows = 20_000;
const { db } = await testDatabase();
await fillAuditLog(db, rows);
const filters = await auditFilters(db, rows);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan;
  for (const each of plan.Plans ?? []) yield* nodesOf(each);
}

describe('an index serves each kind of search of the audit log', () => {
  it.each(Object.entries(filters))('%s', async (_name, { filter, indexes }) => {
    const { rows: plans } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
      explain (format json) ${auditSearch(filter)}`.execute(db);
    const nodes = [...nodesOf(plans[0]?.['QUERY PLAN'][0]?.Plan as PlanNode)];
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'])).toEqual([]);
    const used = nodes.flatMap((node) => node['Index Name'] ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const index of used) expect(indexes).toContain(index);
  });
});
