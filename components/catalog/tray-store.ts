/** One file that someone means to take. */
export interface TrayItem {
  asset_id: string;
  audience: string;
  format: string;
  /** The photo and the format in people's words. */
  title: string;
  label: string;
}

export function trayKey({ asset_id, audience, format }: TrayItem): string {
  return `${asset_id}/${audience}/${format}`;
}

interface Stored {
  /** Whose selection it is: the next person at the same tab starts with none. */
  owner: string;
  items: readonly TrayItem[];
}

const storageKey = 'blazon-tray';
const nothing: readonly TrayItem[] = [];
const listeners = new Set<() => void>();
let stored: Stored | undefined;

/** The selection lives in the tab: it survives pages and reloads and ends with the tab. */
export const tray = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read(owner: string): readonly TrayItem[] {
    stored ??= load();
    return stored?.owner === owner ? stored.items : nothing;
  },
  readOnServer: (): readonly TrayItem[] => nothing,
  add(owner: string, added: readonly TrayItem[]): void {
    const standing = tray.read(owner);
    const keys = new Set(standing.map(trayKey));
    store({ owner, items: [...standing, ...added.filter((item) => !keys.has(trayKey(item)))] });
  },
  remove(owner: string, key: string): void {
    store({ owner, items: tray.read(owner).filter((item) => trayKey(item) !== key) });
  },
  clear(owner: string): void {
    store({ owner, items: nothing });
  },
};

function load(): Stored | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function store(next: Stored): void {
  stored = next;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing keeps the selection until the page is left.
  }
  for (const listener of listeners) listener();
}
