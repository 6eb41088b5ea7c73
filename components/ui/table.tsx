import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface Column {
  key: string;
  title: string;
  /** Numbers align to the right, in figures of one width. */
  numeric?: boolean;
}

/** Rows of equal things. On a narrow screen it scrolls sideways inside its own box, never the page. */
export function Table({
  caption,
  columns,
  rows,
}: {
  /** Read aloud before the table; say what a row is. */
  caption: string;
  columns: readonly Column[];
  rows: readonly { id: string; cells: Readonly<Record<string, ReactNode>> }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label={caption} className="overflow-x-auto" tabIndex={0}>
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-ink">
            {columns.map((column) => (
              <th
                className={classNames(
                  'voice-label py-1 pr-3 font-medium',
                  column.numeric ? 'text-right' : 'text-left',
                )}
                key={column.key}
                scope="col"
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr className="border-b border-line" key={row.id}>
              {columns.map((column) => (
                <td
                  className={classNames('py-1.5 pr-3 align-top', column.numeric && 'figures text-right')}
                  key={column.key}
                >
                  {row.cells[column.key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Facts of one thing: names left, values right, a line between. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] text-small">
      {facts.map(([name, value]) => (
        <div className="col-span-2 grid grid-cols-subgrid gap-x-3 border-b border-line py-1" key={name}>
          <dt className="voice-label">{name}</dt>
          <dd className="figures min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
