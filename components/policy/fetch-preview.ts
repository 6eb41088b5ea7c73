import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { SampleName } from '#lib/policy/sample-photos.ts';

export type PreviewRequest = ({ asset_id: string; version?: number | undefined } | { sample: SampleName }) & {
  audience: string;
  contract: OutputContract;
};

export interface PreviewPicture {
  /** An object URL. */
  url: string;
  width: number;
  height: number;
  bytes: number;
  media_type: string;
  /** Sentences about what the renderer had to do, such as making a mark smaller. */
  remarks: string;
}

export class PreviewFailed extends Error {}

/** Renderings take a processor each; more at once would only wait at the server. */
const atOnce = 2;
const kept = 48;
const patience = 6;

const made = new Map<string, Promise<PreviewPicture>>();
let running = 0;
const line: (() => void)[] = [];

/** What the audience would get of a photo, byte for byte. The same question is asked once a page. */
export function fetchPreview(request: PreviewRequest): Promise<PreviewPicture> {
  const key = JSON.stringify(request);
  const standing = made.get(key);
  if (standing) return standing;
  const picture = inLine(() => ask(request));
  made.set(key, picture);
  // What failed may work the next time.
  picture.catch(() => made.delete(key));
  if (made.size > kept) void dropOldest();
  return picture;
}

async function dropOldest(): Promise<void> {
  const [key, picture] = [...made][0] ?? [];
  if (!key) return;
  made.delete(key);
  const { url } = (await picture?.catch(() => undefined)) ?? {};
  if (url) URL.revokeObjectURL(url);
}

async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((turn) => line.push(turn));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = line.shift();
    if (next) next();
    else running -= 1;
  }
}

async function ask({ audience, ...body }: PreviewRequest): Promise<PreviewPicture> {
  for (let left = patience; ; left -= 1) {
    const response = await fetch(`/api/audiences/${audience}/previews`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (!response) throw new PreviewFailed('The portal could not be reached. Look at your connection.');
    if (response.ok) return await read(response);
    const busy = response.status === 503 || response.status === 429;
    if (!busy || left === 0) throw new PreviewFailed(await reasonOf(response));
    const seconds = Number(response.headers.get('retry-after')) || 3;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function read(response: Response): Promise<PreviewPicture> {
  const body = await response.blob();
  const [width = 0, height = 0] = (response.headers.get('x-picture-size') ?? '').split('x').map(Number);
  return {
    url: URL.createObjectURL(body),
    width,
    height,
    bytes: body.size,
    media_type: body.type,
    remarks: decodeURIComponent(response.headers.get('x-picture-remarks') ?? ''),
  };
}

async function reasonOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: string };
  return problem.detail ?? 'This picture could not be made. Try again.';
}
