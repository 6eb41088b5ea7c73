import { FactList } from '#components/ui/table.tsx';

/** What the camera wrote, for editors: it may say where and with what a photo was taken. */
export function ExifList({ exif }: { exif: object }) {
  const facts = new Map(
    Object.entries(exif).flatMap(([group, tags]) =>
      Object.entries(tags ?? {}).map(([name, value]) => [`${groupNames[group] ?? ''}${name}`, textOf(value)]),
    ),
  );
  return (
    <details className="text-small">
      <summary className="min-h-4 py-0.5 font-medium">
        EXIF <span className="voice-label figures">{facts.size} entries, editors only</span>
      </summary>
      <FactList facts={[...facts]} />
    </details>
  );
}

/** Only of places do people need to be told the group. */
const groupNames: Readonly<Record<string, string>> = { GPSInfo: 'Place: ' };

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
