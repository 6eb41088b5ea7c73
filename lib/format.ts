/** Measures and times in people's words. Pure: what is now, and where, is handed in. */

const count = new Intl.NumberFormat('en');
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function formatCount(value: number): string {
  return count.format(value);
}

/** `1 photo`, `5 photos`, `1,204 photos`. */
export function formatPlural(value: number, one: string, many = `${one}s`): string {
  return `${count.format(value)} ${value === 1 ? one : many}`;
}

/** Decimal units, as file managers and `max_bytes` of the contracts use them: 499,712 bytes are `500 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatPlural(bytes, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 kB would round to "1,000 kB".
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? oneDecimal.format(value) : count.format(Math.round(value))} ${units[unit]}`;
}

export function formatPixels(width: number, height: number): string {
  return `${count.format(width)} × ${count.format(height)} px`;
}

const mediaTypeNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
  'image/gif': 'GIF',
};

export function formatMediaType(mediaType: string): string {
  return mediaTypeNames[mediaType] ?? mediaType;
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.35],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `just now`, `5 minutes ago`, `in 2 days`. */
export function formatRelativeTime(at: Date, now: Date): string {
  let value = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(value) < 45) return 'just now';
  for (const [unit, size] of steps) {
    if (Math.abs(value) < size || unit === 'year') return relative.format(Math.round(value), unit);
    value /= size;
  }
  return formatExactTime(at, 'UTC');
}

/** `3 s`, `12 min`, `5 h`, `3 days`: of whole numbers the largest unit that is reached. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${oneDecimal.format(seconds < 0.05 ? 0 : seconds)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return formatPlural(Math.round(seconds / 86_400), 'day');
}

/** `14 Mar 2026, 09:30 UTC+1`, for hovering and for records. */
export function formatExactTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}

/** `14 Mar 2026, 09:30:05 UTC+1`, for logs, where seconds tell. */
export function formatPreciseTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}
