/** Ids that are drawn anew in each run get names in the order in which they come up, so that two runs read alike. */
export function withShortNames(trace: readonly string[]): string[] {
  const names = new Map<string, string>();
  return trace.map((line) =>
    line.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const name = names.get(id) ?? `#${names.size + 1}`;
      names.set(id, name);
      return name;
    }),
  );
}
