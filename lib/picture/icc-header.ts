/** The data colour space in an ICC header, such as `RGB ` or `GRAY`. */
export function profileSpace(icc: Buffer): string {
  return icc.toString('latin1', 16, 20);
}

const matrix = ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];

/** Whether a profile for RGB or grey holds what a conversion from it needs: a table, or colorants and curves. */
export function hasWayIn(icc: Buffer): boolean {
  const tags = profileTags(icc);
  const needed = profileSpace(icc) === 'GRAY' ? ['kTRC'] : matrix;
  return tags.has('A2B0') || needed.every((tag) => tags.has(tag));
}

const mostTags = 100;

/** The tags that lie inside the profile. */
function profileTags(icc: Buffer): Set<string> {
  const tags = new Set<string>();
  const count = icc.length < 132 ? 0 : Math.min(icc.readUInt32BE(128), mostTags);
  for (let entry = 132; entry < 132 + 12 * count && entry + 12 <= icc.length; entry += 12) {
    const end = icc.readUInt32BE(entry + 4) + icc.readUInt32BE(entry + 8);
    if (end <= icc.length) tags.add(icc.toString('latin1', entry, entry + 4));
  }
  return tags;
}
