'use client';

import { useEffect, useState } from 'react';
import { type ContractDraft, newDraft } from '#lib/policy/contract-draft.ts';

/** A draft and what tells it from the others while names and order change. */
export interface KeyedDraft {
  key: string;
  draft: ContractDraft;
}

interface Kept {
  drafts: KeyedDraft[];
  note: string;
}

/** The formats of the version being written. What was written stays in this tab until it is saved or thrown away. */
export function useDrafts(name: string, started: readonly ContractDraft[]) {
  const fresh = (): Kept => ({
    drafts: started.map((draft, index) => ({ key: `start-${index}`, draft })),
    note: '',
  });
  const [kept, setKept] = useState(fresh);
  const [isRestored, setRestored] = useState(false);

  useEffect(() => {
    const found = sessionStorage.getItem(name);
    if (!found) return;
    setKept(JSON.parse(found) as Kept);
    setRestored(true);
  }, [name]);

  function keep(next: Kept) {
    setKept(next);
    sessionStorage.setItem(name, JSON.stringify(next));
  }
  const setDrafts = (drafts: KeyedDraft[]) => keep({ ...kept, drafts });

  return {
    ...kept,
    isRestored,
    setNote: (note: string) => keep({ ...kept, note }),
    change: (key: string, draft: ContractDraft) =>
      setDrafts(kept.drafts.map((each) => (each.key === key ? { key, draft } : each))),
    /** A new format; answers its key. */
    add: (draft: ContractDraft = newDraft) => {
      const key = `new-${Date.now()}`;
      setDrafts([...kept.drafts, { key, draft }]);
      return key;
    },
    remove: (key: string) => setDrafts(kept.drafts.filter((each) => each.key !== key)),
    markAll: (mark: ContractDraft['mark']) =>
      setDrafts(kept.drafts.map(({ key, draft }) => ({ key, draft: { ...draft, mark } }))),
    /** Back to what the version starts from. */
    startOver: () => {
      sessionStorage.removeItem(name);
      setKept(fresh());
      setRestored(false);
    },
    forget: () => sessionStorage.removeItem(name),
  };
}
