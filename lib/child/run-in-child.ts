import type { RunOptions } from '#lib/child/child.ts';
import { ChildPool } from '#lib/child/child-pool.ts';

/** One request in a child of its own, which ends with it. `entry` is relative to the project's root. */
export async function runInChild<Req, Res>(
  entry: string,
  request: Req,
  options: RunOptions & { maxRssBytes?: number; projectRoot?: string },
): Promise<Res> {
  const { maxRssBytes, projectRoot, ...run } = options;
  const pool = new ChildPool<Req, Res>({
    entry,
    size: 1,
    recycleAfter: Number.POSITIVE_INFINITY,
    ...(maxRssBytes === undefined ? {} : { maxRssBytes }),
    ...(projectRoot === undefined ? {} : { projectRoot }),
  });
  try {
    return await pool.run(request, run);
  } finally {
    await pool.close();
  }
}
