import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { counters, gauges, histograms } from '#lib/observe/metric-definitions.ts';

/**
 * What of the rules can be told without Prometheus. `promtool check rules ops/alerts.yml` and `promtool test rules
 * ops/alerts.test.yml` tell the rest where promtool is to be had.
 */
interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const tests = readFileSync('ops/alerts.test.yml', 'utf8');
const names = new Set([
  ...Object.keys({ ...counters, ...gauges }),
  ...Object.keys(histograms).flatMap((name) => ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)),
]);

describe('the alert rules', () => {
  it('are there, each once', () => {
    expect(rules.length).toBeGreaterThan(5);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.each(rules)('$alert asks only for metrics that are scraped, in balanced words', ({ expr }) => {
    const asked = expr.match(/blazon_[a-z_]+/g) ?? [];
    expect(asked.length).toBeGreaterThan(0);
    for (const name of asked) expect(names).toContain(name);
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expr.split(open as string).length).toBe(expr.split(close as string).length);
  });

  it.each(rules)('$alert waits for what lasts, says how bad it is, and has its page', (rule) => {
    expect(rule.for).toMatch(/^\d+m$/);
    expect(['warning', 'critical']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(existsSync(rule.annotations.runbook_url), rule.annotations.runbook_url).toBe(true);
    expect(readFileSync(rule.annotations.runbook_url, 'utf8')).toContain(rule.alert);
  });

  it('have a test of promtool for what is sustained and for what is not', () => {
    for (const alert of ['BlazonQueueAgeGrows', 'BlazonVerificationFailuresGrow'])
      expect(tests.split(alert).length).toBeGreaterThan(2);
  });
});
