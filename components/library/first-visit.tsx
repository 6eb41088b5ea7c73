import { EmptyState } from '#components/ui/empty-state.tsx';
import { UploadButton } from '#components/upload/upload-button.tsx';

/** The library before its first photo: a large place to drop, and what happens then in three sentences. */
export function FirstVisit({ mayUpload }: { mayUpload: boolean }) {
  if (!mayUpload)
    return (
      <EmptyState title="No photos yet">
        Photos appear here as soon as an editor has uploaded some.
      </EmptyState>
    );
  return (
    <div className="flex min-h-[56dvh] flex-col items-start justify-end border-2 border-dashed border-line-strong p-3 md:p-6">
      <h2 className="voice-wide max-w-[20ch] text-display">Drop the first photos here</h2>
      <p className="mt-2 max-w-[38rem] text-lead text-ink-soft">
        Each is kept as it is, for good, and looked at once to see that it is whole. You then see what every
        audience would get of it, and approve it for those you choose. Only then can anybody else have a file,
        and never the original.
      </p>
      <div className="mt-3">
        <UploadButton>Choose photos</UploadButton>
      </div>
    </div>
  );
}
