import type { AssetFailure, AssetStatus } from '#lib/lifecycle.ts';
import { callPortal } from './call-portal.ts';
import { note, type Uploader, type UploadFile } from './upload-file.ts';

interface AssetState {
  asset_id: string;
  status: AssetStatus;
  failure: AssetFailure | null;
  failure_detail: string | null;
}

const everyMs = 1000;

/** Asks the portal once a second what has become of the photos that it has registered, until each is settled. */
export function followAssets(uppy: Uploader, onSettled: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    timer = undefined;
    const open = uppy.getFiles().filter(isOpen);
    if (open.length === 0) return;
    const states = await readStates(open).catch(() => []);
    for (const file of open) {
      const state = states.find(({ asset_id }) => asset_id === file.meta.asset_id);
      if (!state || !uppy.getFile(file.id) || state.status === file.meta.status) continue;
      const { status, failure, failure_detail } = state;
      note(uppy, file.id, { status, failure, failure_detail });
      if (status === 'READY' || status === 'FAILED') onSettled();
    }
    plan();
  };
  const plan = () => {
    if (timer === undefined && uppy.getFiles().some(isOpen)) timer = setTimeout(look, everyMs);
  };
  return plan;
}

function isOpen({ meta }: UploadFile): boolean {
  return meta.step === 'settling' && meta.status !== 'READY' && meta.status !== 'FAILED';
}

/** One call a product where several of its photos are under way: a batch must not use up the rate limit. */
async function readStates(files: readonly UploadFile[]): Promise<AssetState[]> {
  const products = Map.groupBy(files, ({ meta }) => meta.product_id);
  const lists = await Promise.all(
    [...products].map(async ([product, members]) => {
      if (members.length < 3) return Promise.all(members.map(({ meta }) => readOne(meta.asset_id)));
      const query = new URLSearchParams({ product_id: product, order: 'newest', limit: '200' });
      return (await callPortal<{ items: AssetState[] }>('GET', `/api/assets?${query}`)).items;
    }),
  );
  return lists.flat().filter((state) => state !== undefined);
}

async function readOne(assetId: string | undefined): Promise<AssetState | undefined> {
  return callPortal<AssetState>('GET', `/api/assets/${assetId}`).catch(() => undefined);
}
