'use client';

import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { ChevronDownIcon, CopyIcon, TrashIcon, WarningIcon } from '#components/ui/icons.tsx';
import { formatMediaType, formatPlural } from '#lib/format.ts';
import type { ContractDraft } from '#lib/policy/contract-draft.ts';
import { ContractFields } from './contract-fields.tsx';
import { DraftContext } from './draft-field.tsx';

interface ContractCardProps {
  draft: ContractDraft;
  /** What is wrong with it, by the path in the contract. */
  errors: Readonly<Record<string, string>>;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (draft: ContractDraft) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  onMarkAll: (() => void) | undefined;
}

/** One format: in one line while it is closed, all its settings while it is open and previewed. */
export function ContractCard(props: ContractCardProps) {
  const { draft, errors, isOpen, onToggle, onChange, onDuplicate, onRemove, onMarkAll } = props;
  const wrong = Object.keys(errors).length;
  const scope = {
    draft,
    change: (change: Partial<ContractDraft>) => onChange({ ...draft, ...change }),
    errorOf: (path: string) => errors[path],
  };
  const name = draft.label || draft.format || 'New format';
  return (
    <li className={classNames('rounded-sheet border bg-surface', isOpen ? 'border-ink' : 'border-line')}>
      <h2>
        <button
          aria-expanded={isOpen}
          className="flex w-full items-center gap-1.5 px-2 py-1.5 text-left"
          onClick={onToggle}
          type="button"
        >
          <span className="min-w-0 flex-1">
            <span className="voice-wide block text-body">{name}</span>
            <span className="voice-label figures block">{summary(draft)}</span>
          </span>
          {wrong > 0 && (
            <span className="flex items-center gap-0.5 text-small text-fail">
              <WarningIcon />
              {formatPlural(wrong, 'field')} to mend
            </span>
          )}
          <ChevronDownIcon className={classNames('shrink-0', isOpen && 'rotate-180')} />
        </button>
      </h2>
      {isOpen && (
        <div className="px-2 pb-2">
          <DraftContext value={scope}>
            <ContractFields onMarkAll={onMarkAll} />
          </DraftContext>
          <div className="mt-2 flex flex-wrap justify-end gap-0.5 border-t border-line pt-1.5">
            <Button kind="quiet" onClick={onDuplicate} size="small">
              <CopyIcon />
              Duplicate
            </Button>
            <Button kind="quiet" onClick={onRemove} size="small">
              <TrashIcon />
              Remove {name}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

function summary({ media_type, max_width, max_height, mark, max_kilobytes }: ContractDraft): string {
  const marked = {
    none: 'no mark',
    text: `mark “${mark.text}”`,
    image: 'image mark',
  }[mark.kind];
  const limit = max_kilobytes ? [`at most ${max_kilobytes} kB`] : [];
  return [formatMediaType(media_type), `${max_width} × ${max_height} px`, ...limit, marked].join(' · ');
}
