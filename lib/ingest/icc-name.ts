import { safeText } from './exif-facts.ts';

/**
 * The description inside an ICC profile, such as "Display P3"; null where it can't be read. Version 2 profiles
 * keep it as ASCII (`desc`), version 4 as UTF-16 in several languages (`mluc`), of which the first is taken.
 */
export function iccName(profile: Buffer | undefined): string | null {
  if (!profile || profile.length < 132) return null;
  const tags = Math.min(profile.readUInt32BE(128), 100);
  for (let tag = 0; tag < tags; tag += 1) {
    const entry = 132 + tag * 12;
    if (entry + 12 > profile.length) return null;
    if (profile.toString('latin1', entry, entry + 4) !== 'desc') continue;
    const offset = profile.readUInt32BE(entry + 4);
    return description(profile.subarray(offset, offset + profile.readUInt32BE(entry + 8)));
  }
  return null;
}

function description(tag: Buffer): string | null {
  const type = tag.toString('latin1', 0, 4);
  if (type === 'desc' && tag.length > 12) {
    return orNull(tag.toString('latin1', 12, 12 + tag.readUInt32BE(8)));
  }
  if (type === 'mluc' && tag.length >= 28) {
    const offset = tag.readUInt32BE(24);
    const text = tag.subarray(offset, offset + tag.readUInt32BE(20));
    return orNull(new TextDecoder('utf-16be').decode(text));
  }
  return null;
}

function orNull(text: string): string | null {
  return safeText(text) || null;
}
