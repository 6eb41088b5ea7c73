'use client';

import { useEffect, useState } from 'react';
import { type ContractDraft, copyOf, newDraft, revivedDraft } from '#lib/policy/contract-draft.ts';

/** A draft and what tells it from the others while names and order change. */
export interface KeyedDraft {
  key: string;
  draft: ContractDraft;
}

interface Kept {
  /** The version that the writing began from. */
  from: number | null;
  drafts: KeyedDraft[];
  note: string;
}

/**
 * The formats of the version being written. What was written stays in this browser, through reloads, ways back and
 * closed tabs, until it is saved or thrown away; also where another version has become active meanwhile.
 */
export function useDrafts(
  audience: string,
  start: { version: number | null; drafts: readonly ContractDraft[] },
) {
  const name = `policy ${audience}`;
  const fresh = (): Kept => ({
    from: start.version,
    drafts: start.drafts.map((draft, index) => ({ key: `start-${index}`, draft })),
    note: '',
  });
  const [kept, setKept] = useState(fresh);
  const [isRestored, setRestored] = useState(false);
  const [removed, setRemoved] = useState<{ index: number; draft: KeyedDraft }>();

  useEffect(() => {
    const found = readKept(name);
    if (!found) return;
    setKept(found);
    setRestored(true);
  }, [name]);

  function keep(next: Kept) {
    setKept(next);
    localStorage.setItem(name, JSON.stringify(next));
  }
  const setDrafts = (drafts: KeyedDraft[]) => keep({ ...kept, drafts });
  const insert = (index: number, draft: ContractDraft) => {
    const key = `new-${Date.now()}-${kept.drafts.length}`;
    setDrafts(kept.drafts.toSpliced(index, 0, { key, draft }));
    return key;
  };
  const indexOf = (key: string) => kept.drafts.findIndex((each) => each.key === key);

  return {
    ...kept,
    isRestored,
    /** The format that was taken out last, for as long as it can be put back. */
    removed: removed?.draft.draft,
    setNote: (note: string) => keep({ ...kept, note }),
    change: (key: string, draft: ContractDraft) =>
      setDrafts(kept.drafts.map((each) => (each.key === key ? { key, draft } : each))),
    /** A new format; answers its key. */
    add: () => insert(kept.drafts.length, newDraft),
    /** The same format under a name of its own, below it; answers its key. */
    duplicate: (key: string) => {
      const index = indexOf(key);
      const taken = kept.drafts.map(({ draft }) => draft);
      return insert(index + 1, copyOf(taken[index] ?? newDraft, taken));
    },
    remove: (key: string) => {
      const index = indexOf(key);
      const draft = kept.drafts[index];
      if (!draft) return;
      setRemoved({ index, draft });
      setDrafts(kept.drafts.toSpliced(index, 1));
    },
    /** Puts the format back that was removed last; answers its key. */
    undoRemove: () => {
      if (!removed) return undefined;
      setRemoved(undefined);
      setDrafts(kept.drafts.toSpliced(removed.index, 0, removed.draft));
      return removed.draft.key;
    },
    markAll: (mark: ContractDraft['mark']) =>
      setDrafts(kept.drafts.map(({ key, draft }) => ({ key, draft: { ...draft, mark } }))),
    /** Back to what the version starts from. */
    startOver: () => {
      localStorage.removeItem(name);
      setKept(fresh());
      setRestored(false);
      setRemoved(undefined);
    },
    forget: () => localStorage.removeItem(name),
  };
}

/** What an earlier visit kept. A form that has fields more by now fills them with what new formats start as. */
function readKept(name: string): Kept | undefined {
  try {
    const { from, drafts, note } = JSON.parse(localStorage.getItem(name) ?? 'null') as Kept;
    return { from, note, drafts: drafts.map(({ key, draft }) => ({ key, draft: revivedDraft(draft) })) };
  } catch {
    return undefined;
  }
}
