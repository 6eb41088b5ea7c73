import type { ReactNode } from 'react';
import { InfoIcon } from '#components/ui/icons.tsx';
import { StatusDot, type Tone } from '#components/ui/status-dot.tsx';
import type { TraceAnswer } from '#lib/deliver/trace/answer.ts';
import { AnswerFacts } from './answer-facts.tsx';
import { certaintyTone, rightsTone } from './trace-tone.ts';
import { TracedPhotos } from './traced-photos.tsx';

/** The answer: a sentence, how sure it is, whether the file may be used; then the manifest, then the photo. */
export function AnswerView({
  answer,
  timeZone,
  asked,
}: {
  answer: TraceAnswer;
  timeZone: string;
  /** The picture that was asked about, where there is one to show. */
  asked?: ReactNode;
}) {
  const { certainty, rights, notes, photos, alternatives, found } = answer;
  return (
    <article className="flex flex-col gap-4 border-t border-line pt-4">
      <header className="flex flex-col gap-1.5">
        <h2 className="voice-wide max-w-[56rem] text-heading [overflow-wrap:anywhere]">{answer.sentence}</h2>
        <Line mark={certaintyTone(certainty)}>{certainty.sentence}</Line>
        {rights && <Line mark={rightsTone(answer)}>{rights}</Line>}
        {notes.map((note) => (
          <p className="flex max-w-[56rem] items-start gap-1 text-small" key={note}>
            <InfoIcon className="mt-[2px] shrink-0 text-ink-soft" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{note}</span>
          </p>
        ))}
      </header>
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <AnswerFacts answer={answer} timeZone={timeZone} />
          <OtherFiles
            names={answer.other_files}
            title={answer.file ? 'It could also be' : 'Files it may come from'}
          />
          {found === 'unknown' && asked}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {found !== 'unknown' && asked}
          <TracedPhotos
            photos={photos.map((photo) => ({ photo, about: photo.rights.sentence }))}
            title={photos.length > 1 ? 'The photos that share it' : 'The photo it came from'}
          />
          <TracedPhotos
            photos={alternatives.map(({ photo, likeness }) => ({
              photo,
              about: `Likeness ${Math.round(likeness * 100)} %`,
            }))}
            title={found === 'unknown' ? 'The nearest of our photos' : 'It may also be'}
          />
        </div>
      </div>
    </article>
  );
}

function Line({ mark: [tone, word], children }: { mark: readonly [Tone, string]; children: ReactNode }) {
  return (
    <p className="flex max-w-[56rem] flex-wrap gap-x-2 text-small">
      <StatusDot className="font-medium" tone={tone}>
        {word}
      </StatusDot>
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function OtherFiles({ names, title }: { names: readonly string[]; title: string }) {
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="trace-others" className="min-w-0">
      <h3 className="voice-wide mb-1 text-title" id="trace-others">
        {title}
      </h3>
      <ul className="flex flex-col text-small">
        {names.map((name) => (
          <li className="border-b border-line py-1" key={name}>
            <a className="underline underline-offset-2 [overflow-wrap:anywhere]" href={`/files/${name}`}>
              {inWords(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `hash/partner/2/campaign` as people say it; the hash is the same for all of a photo. */
function inWords(name: string): string {
  const [hash = '', audience, version, format] = name.split('/');
  return `${audience}, “${format}”, policy version ${version} (${hash.slice(0, 8)}…)`;
}
