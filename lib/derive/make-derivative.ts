import { readFile } from 'node:fs/promises';
import type { findPolicyVersion } from '#db/queries/render-facts.ts';
import { findMasterFacts } from '#db/queries/render-facts.ts';
import type { ClaimedJob, JobOutcome } from '#lib/jobs/job.ts';
import { recordSpan } from '#lib/observe/spans.ts';
import type { DeriveJobPayload } from '#lib/policy/derivative-job.ts';
import { traceKey } from '#lib/policy/trace-key.ts';
import type { Services } from '#lib/services.ts';
import { buildManifest, type PolicyRecord } from './manifest.ts';
import { MasterMissing } from './master-spool.ts';
import { publishDerivative } from './publish-derivative.ts';
import { type Rendered, rendererOf } from './renderer.ts';
import { keptRights } from './rights.ts';
import { storeFiles } from './store-files.ts';
import { transformVersion } from './transform-version.ts';

export interface DeriveWork {
  order: DeriveJobPayload;
  policy: NonNullable<Awaited<ReturnType<typeof findPolicyVersion>>>;
  job: ClaimedJob;
  signal: AbortSignal;
}

/** Renders and verifies in private, then writes file and manifest under the job's fence, then publishes. */
export async function makeDerivative(services: Services, work: DeriveWork): Promise<JobOutcome> {
  const startedAt = performance.now();
  const { contract, edits, master_sha256, ...name } = work.order;
  const master = await findMasterFacts(services.db, master_sha256);
  if (!master) throw new MasterMissing(master_sha256, 'has no row');
  const order = {
    master_sha256,
    shape: master,
    contract,
    edits,
    rights: keptRights(contract, edits, master.facts),
    traceKey: contract.metadata === 'traceable' ? traceKey({ ...name, format: contract.format }) : undefined,
  };
  const options = { deadlineMs: services.env.RENDER_DEADLINE_MS, signal: work.signal };
  return await rendererOf(services, 'jobs').render(order, options, (rendered) =>
    publish(services, work, rendered, startedAt),
  );
}

async function publish(
  services: Services,
  work: DeriveWork,
  { path, facts }: Rendered,
  startedAt: number,
): Promise<JobOutcome> {
  const { order, job, signal } = work;
  tellOfRender(facts.cost);
  const manifest = buildManifest({
    order,
    policy: policyRecord(work.policy),
    facts,
    transform: transformVersion(),
    madeAt: new Date(),
    job,
  });
  const body = await readFile(path);
  signal.throwIfAborted();
  const keys = await storeFiles(services.store, manifest, body);
  signal.throwIfAborted();
  const workMs = Math.round(performance.now() - startedAt);
  const outcome = await publishDerivative(services, { manifest, part: facts.part, keys, job, workMs });
  const { name, audience, policy_version, master_hash } = manifest;
  services.log.info(
    {
      job_id: job.id,
      name,
      audience,
      policy_version,
      master_hash,
      outcome,
      bytes: facts.bytes,
      ...facts.cost,
    },
    'a derivative was rendered',
  );
  return { state: outcome === 'duplicate' ? 'duplicate' : 'done' };
}

/** The child has no tracer: what it measured becomes a span of this process. */
function tellOfRender({ decode_ms, encode_ms, verify_ms, encodes }: Rendered['facts']['cost']): void {
  recordSpan('render', {
    ms: decode_ms + encode_ms + verify_ms,
    attributes: {
      'blazon.decode_ms': decode_ms,
      'blazon.encode_ms': encode_ms,
      'blazon.verify_ms': verify_ms,
      'blazon.encodes': encodes,
    },
  });
}

function policyRecord({
  audience,
  version,
  note,
  contracts,
  created_at,
}: DeriveWork['policy']): PolicyRecord {
  return { audience, version, note, contracts, created_at: created_at.toISOString() };
}
