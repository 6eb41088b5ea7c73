import { buttonClass } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { KeyListener } from './key-listener.tsx';

const keysForAll = [
  [['/'], 'Search'],
  [['?'], 'Show these keys'],
  [['Esc'], 'Close, or go back to the product'],
  [['←', '→'], 'The photo before, the photo after'],
] as const;

const keysForEditors = [
  [['A'], 'Approve the photo under review'],
  [['C'], 'Ask for changes'],
] as const;

/** The sheet that `?` opens. It is part of the page, so it works as soon as the listener does. */
export function KeysSheet({ reviews }: { reviews: boolean }) {
  const keys = reviews ? [...keysForAll, ...keysForEditors] : keysForAll;
  return (
    <>
      <KeyListener sheetId="keys-sheet" />
      <dialog
        aria-labelledby="keys-title"
        className="m-auto w-[calc(100%-2rem)] max-w-[28rem] rounded-sheet border border-line bg-surface p-3 text-ink shadow-sheet backdrop:bg-black/50"
        id="keys-sheet"
      >
        <h2 className="voice-wide text-title" id="keys-title">
          Keys
        </h2>
        <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-2 gap-y-1 text-small">
          {keys.map(([names, does]) => (
            <div className="contents" key={does}>
              <dt className="flex gap-0.5">
                {names.map((name) => (
                  <Kbd key={name}>{name}</Kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <form className="mt-3" method="dialog">
          <button className={buttonClass({})} type="submit">
            Close
          </button>
        </form>
      </dialog>
    </>
  );
}
