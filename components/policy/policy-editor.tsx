'use client';

import { useRouter } from 'next/navigation';
import { useDeferredValue, useEffect, useRef, useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/field.tsx';
import { PlusIcon } from '#components/ui/icons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { ActionResult } from '#lib/action.ts';
import { checkDrafts, contractOfDraft } from '#lib/policy/check-drafts.ts';
import { draftOf } from '#lib/policy/contract-draft.ts';
import type { MarkImage } from '#lib/policy/mark-image.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { choosePhoto } from './choose-photo.ts';
import { ContractCard } from './contract-card.tsx';
import { errorsBelow } from './errors-below.ts';
import { ExtremesRow } from './extremes-row.tsx';
import { MarkImagesContext, type RetireMarkImage, useMarkImageList } from './mark-images.ts';
import { PhotoPicker } from './photo-picker.tsx';
import type { PickablePhoto } from './preview-photo.ts';
import { PreviewStage } from './preview-stage.tsx';
import { sampleViews } from './sample-views.ts';
import { useDrafts } from './use-drafts.ts';
import { useSettled } from './use-settled.ts';

interface PolicyEditorProps {
  audience: { slug: string; name: string };
  /** What the new version starts from. */
  start: { version: number | null; contracts: readonly OutputContract[] };
  photos: readonly PickablePhoto[];
  markImages: readonly MarkImage[];
  retireMarkImage: RetireMarkImage;
  saveVersion: (input: {
    audience: string;
    contracts: OutputContract[];
    note: string;
  }) => Promise<ActionResult<{ version: number }>>;
}

/** A new version being written: its formats left, what the open one makes of a photo right. */
export function PolicyEditor(props: PolicyEditorProps) {
  const { audience, start, photos, saveVersion } = props;
  const markImages = useMarkImageList(props.markImages, props.retireMarkImage);
  const router = useRouter();
  const editor = useDrafts(audience.slug, {
    version: start.version,
    drafts: start.contracts.map((contract) => draftOf(contract)),
  });
  const { drafts, note } = editor;
  const [chosen, setOpen] = useState<string | null>();
  const open = chosen === undefined ? drafts.find(({ draft }) => draft.format !== 'thumb')?.key : chosen;
  const [photoId, setPhotoId] = useState<string>();
  const [refused, setRefused] = useState<Exclude<ActionResult<unknown>, { ok: true }>>();
  const [saving, startSaving] = useTransition();
  const [asked, setAsked] = useState(0);
  const form = useRef<HTMLDivElement>(null);

  // Saving what is not right leads to the first field that is to be mended.
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked]);

  const checked = useDeferredValue(checkDrafts(drafts.map(({ draft }) => draft)));
  const errors = { ...issuesOf(refused), ...checked.errors };
  const photo =
    sampleViews.find(({ asset_id }) => asset_id === photoId) ??
    choosePhoto(photos, photoId) ??
    sampleViews.at(-1);
  const openDraft = drafts.find(({ key }) => key === open)?.draft ?? drafts[0]?.draft;
  const preview = useSettled(openDraft && contractOfDraft(openDraft));

  function save() {
    const { contracts } = checkDrafts(drafts.map(({ draft }) => draft));
    if (!contracts) {
      const first = drafts.find((_, index) => Object.keys(errorsBelow(checked.errors, index)).length > 0);
      if (first) setOpen(first.key);
      setAsked((times) => times + 1);
      return;
    }
    startSaving(async () => {
      const answer = await saveVersion({ audience: audience.slug, contracts, note });
      if (!answer.ok) return setRefused(answer);
      editor.forget();
      router.push(`/policies/${audience.slug}`);
    });
  }

  return (
    <MarkImagesContext value={markImages}>
      <div className="grid items-start gap-x-5 gap-y-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-2" ref={form}>
          {editor.isRestored && (
            <Notice
              action={
                <Button onClick={editor.startOver} size="small">
                  Start over
                </Button>
              }
            >
              {restoredSentence(editor.from, start.version)}
            </Notice>
          )}
          <ol className="flex flex-col gap-1">
            {drafts.map(({ key, draft }, index) => (
              <ContractCard
                draft={draft}
                errors={errorsBelow(errors, index)}
                isOpen={key === open}
                key={key}
                onChange={(next) => {
                  setRefused(undefined);
                  editor.change(key, next);
                }}
                onDuplicate={() => setOpen(editor.duplicate(key))}
                onMarkAll={drafts.length > 1 ? () => editor.markAll(draft.mark) : undefined}
                onRemove={() => editor.remove(key)}
                onToggle={() => setOpen(key === open ? null : key)}
              />
            ))}
          </ol>
          {editor.removed && (
            <Notice
              action={
                <Button onClick={() => setOpen(editor.undoRemove())} size="small">
                  Put it back
                </Button>
              }
              live
            >
              “{editor.removed.label || editor.removed.format || 'New format'}” was removed.
            </Notice>
          )}
          <Button className="self-start" onClick={() => setOpen(editor.add())}>
            <PlusIcon />
            Add a format
          </Button>
          {errors[''] && <Notice tone="fail">{errors['']}</Notice>}
          <TextArea
            hint="What is different and why. It stands in the history."
            label="Note"
            maxLength={2000}
            onChange={(event) => editor.setNote(event.target.value)}
            rows={2}
            value={note}
          />
          {refused && (
            <Notice live tone="fail">
              {refused.message}
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Button aria-disabled={saving || checked.contracts === undefined} kind="primary" onClick={save}>
              {saving ? 'Saving…' : 'Save as a new version'}
            </Button>
            <span className="voice-label">Nothing changes for {audience.name} until it is activated.</span>
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-9">
          {photo && (
            <>
              <h2 className="voice-wide text-title">
                {openDraft?.label || 'New format'}{' '}
                <span className="voice-label">as {audience.name} get it</span>
              </h2>
              <PreviewStage audience={audience} contract={preview} photo={photo} />
              {photos.length > 0 && (
                <PhotoPicker onPick={setPhotoId} photos={photos} picked={photo.asset_id} />
              )}
              <ExtremesRow
                audience={audience}
                contract={preview}
                onPick={setPhotoId}
                picked={photo.asset_id}
              />
            </>
          )}
        </div>
      </div>
    </MarkImagesContext>
  );
}

function restoredSentence(from: number | null, start: number | null): string {
  const origin = from === null ? '' : `, from version ${from}`;
  const meanwhile = from === start ? '' : ` To begin from version ${start} instead, start over.`;
  return `This is what you had written before${origin}.${meanwhile}`;
}

/** The server says which contract it means; the form counts from the first. */
function issuesOf(refused: Exclude<ActionResult<unknown>, { ok: true }> | undefined) {
  return Object.fromEntries(
    (refused?.issues ?? []).map(({ path, message }) => [path.replace(/^contracts\./, ''), message]),
  );
}
