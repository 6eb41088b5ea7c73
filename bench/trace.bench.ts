import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { rankMasters, shortlist } from '#lib/deliver/trace/rank-masters.ts';
import { render } from '#lib/derive/render.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { comparison } from '#lib/picture/likeness.ts';
import { makePrint } from '#lib/picture/make-print.ts';
import { hashOfView, type Print, printHashes, wholeView } from '#lib/picture/print.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { randomFrom } from '#local/demo/render/noise.ts';
import { corpusFolder, readCorpus } from '#test/corpus.ts';
import { drawnPhoto } from './drawn-photos.ts';

/**
 * How often a copy of a master is found to be its own, and how near photos of other things come: the figures of
 * docs/trace.md. TRACE_PHOTOS drawn photos (two a series), the corpus's own, and TRACE_OTHERS other pictures among
 * which they must be found: parts of the drawn photos, mirrored and turned.
 */
const photos = Number(process.env.TRACE_PHOTOS ?? 120);
const others = Number(process.env.TRACE_OTHERS ?? 10_000);
const scratch = path.join(os.tmpdir(), 'blazon-trace-bench');
sharp.concurrency(1);
setOwnFonts();
mkdirSync(scratch, { recursive: true });
const random = randomFrom(7);

interface Master {
  file: string;
  series: number | undefined;
  print: Print;
}

const toPng = (file: string) =>
  sharp(file, { failOn: 'none' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize(800, 800, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png()
    .toBuffer();

const masters: Master[] = [];
for (let number = 0; number < photos; number += 1) {
  const file = await drawnPhoto(scratch, number);
  masters.push({ file, series: Math.floor(number / 2), print: await makePrint(sharp(file)) });
}
for (const file of corpusPhotos()) {
  const copy = path.join(scratch, `corpus-${masters.length}.png`);
  writeFileSync(copy, await toPng(file));
  const print = await makePrint(sharp(copy));
  const look = comparison(print);
  // The corpus has some pictures in several files, and some of one colour.
  const isNew = masters.every((master) => look.exact(master.print).likeness < 0.97);
  if (isNew && look.exact(print).likeness > 0) masters.push({ file: copy, series: undefined, print });
}
const gallery = [...masters.map(({ print }) => print), ...(await drawOthers())];
const hashes = gallery.map((print) => Uint32Array.from(printHashes(print).flatMap(halves)));
console.log(
  `  ${masters.length} masters (${photos} drawn, the rest of the corpus) among ${gallery.length} pictures`,
);

const copies: Readonly<Record<string, (master: Master) => Promise<Buffer>>> = {
  'JPEG, quality 90': ({ file }) => sharp(file).jpeg({ quality: 90 }).toBuffer(),
  'JPEG, quality 50': ({ file }) => sharp(file).jpeg({ quality: 50 }).toBuffer(),
  'half the size': ({ file }) => resized(readFileSync(file), 0.5),
  'a quarter of the size': ({ file }) => resized(readFileSync(file), 0.25),
  'edges cut by up to 4 %': async ({ file }) => resized(await cut(file, 0.04), 0.6),
  'edges cut by up to 8 %': async ({ file }) => resized(await cut(file, 0.08), 0.6),
  'partner file, marked all over': ({ file }) => derivative(file, 'partner', 'campaign'),
  'public file': ({ file }) => derivative(file, 'public', 'catalog'),
  'partner file, cut by up to 8 %, half the size': async ({ file }) =>
    resized(await cut(await derivative(file, 'partner', 'campaign'), 0.08), 0.5),
  'white border added': async ({ file }) =>
    sharp(file)
      .extend({ top: 40, bottom: 60, left: 50, right: 50, background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer(),
};

interface Sample {
  own: number;
  other: number;
  series: number;
  isFirst: boolean;
}
const all: Sample[] = [];
console.log(
  '  copy | right master first | own 1 % | own 5 % | own half | other photo half | other 99 % | other most | series most',
);
for (const [name, make] of Object.entries(copies)) {
  const samples: Sample[] = [];
  for (const [number, master] of masters.entries()) samples.push(await look(await make(master), number));
  all.push(...samples);
  const own = samples.map((sample) => sample.own);
  const other = samples.map((sample) => sample.other);
  const first = samples.filter((sample) => sample.isFirst).length / samples.length;
  const row = [
    name,
    `${(first * 100).toFixed(1)} %`,
    ...[at(own, 0.01), at(own, 0.05), at(own, 0.5), at(other, 0.5), at(other, 0.99), at(other, 1)].map(shown),
    shown(
      at(
        samples.map((sample) => sample.series),
        1,
      ),
    ),
  ];
  console.log(`  ${row.join(' | ')}`);
}
console.log(
  '  likeness at least | copies that reach it | other photo reaches it | other photo of the series reaches it | nearest is right where it is reached',
);
for (const limit of [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4]) {
  const reached = all.filter(({ own, other, series }) => Math.max(own, other, series) >= limit);
  const row = [
    limit,
    percent(all.filter(({ own }) => own >= limit).length, all.length),
    percent(all.filter(({ other }) => other >= limit).length, all.length),
    percent(all.filter(({ series }) => series >= limit).length, all.length),
    percent(reached.filter(({ isFirst }) => isFirst).length, reached.length),
  ];
  console.log(`  ${row.join(' | ')}`);
}

/** As the search does it: hashes bring the shortlist, prints decide. */
async function look(file: Buffer, number: number): Promise<Sample> {
  const { info, data } = await sharp(file)
    .resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  const prints = [await makePrint(sharp(data))];
  const trimmed = await sharp(data)
    .trim({ threshold: 10 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (trimmed && trimmed.info.width * trimmed.info.height < 0.96 * info.width * info.height)
    prints.push(await makePrint(sharp(trimmed.data)));
  const near = new Set<number>();
  for (const print of prints) {
    const hash = hashOfView(print, wholeView);
    const [high = 0, low = 0] = halves(hash);
    const distances = hashes.map((each, place) => ({ place, distance: leastDistance(each, high, low) }));
    for (const { place } of distances.sort((a, b) => a.distance - b.distance).slice(0, shortlist))
      near.add(place);
  }
  const places = [...near];
  const ranked = rankMasters(
    prints,
    places.map((place) => gallery[place] as Print),
  ).map((each) => ({ ...each, place: places[each.at] as number }));
  const series = masters[number]?.series;
  const isTwin = (place: number) =>
    place !== number && series !== undefined && masters[place]?.series === series;
  const best = (fits: (place: number) => boolean) =>
    Math.max(0, ...ranked.filter(({ place }) => fits(place)).map(({ likeness }) => likeness));
  return {
    own: best((place) => place === number),
    other: best((place) => place !== number && !isTwin(place)),
    series: best(isTwin),
    isFirst: ranked[0]?.place === number,
  };
}

function halves(hash: string): [number, number] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
}

/** As `bit_count(a # b)` of the database, over all views of a picture. */
function leastDistance(views: Uint32Array, high: number, low: number): number {
  let least = 64;
  for (let at = 0; at < views.length; at += 2)
    least = Math.min(
      least,
      bitCount((views[at] as number) ^ high) + bitCount((views[at + 1] as number) ^ low),
    );
  return least;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function resized(file: Buffer, by: number): Promise<Buffer> {
  return sharp(file)
    .metadata()
    .then(({ width }) =>
      sharp(file)
        .resize(Math.max(8, Math.round(width * by)))
        .jpeg({ quality: 70 })
        .toBuffer(),
    );
}

async function cut(file: string | Buffer, most: number): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const [left, right] = [random(), random()].map((part) => Math.floor(part * most * width)) as [
    number,
    number,
  ];
  const [top, bottom] = [random(), random()].map((part) => Math.floor(part * most * height)) as [
    number,
    number,
  ];
  return sharp(file)
    .extract({ left, top, width: width - left - right, height: height - top - bottom })
    .png()
    .toBuffer();
}

async function derivative(masterPath: string, audience: string, format: string): Promise<Buffer> {
  const policy = seededPolicies.find(({ slug }) => slug === audience);
  const contract = outputContract.parse(policy?.contracts.find((each) => each.format === format));
  const outputPath = path.join(scratch, 'derivative');
  const request = {
    masterPath,
    markPath: undefined,
    outputPath,
    contract,
    edits: null,
    rights: undefined,
    traceKey: undefined,
  };
  await render({ ...request, maxPixels: 1e8 });
  return readFileSync(outputPath);
}

async function drawOthers(): Promise<Print[]> {
  const prints: Print[] = [];
  const pictures = await Promise.all(
    Array.from({ length: photos }, (_, number) =>
      sharp(path.join(scratch, `drawn-${number}.png`))
        .raw()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  while (prints.length < others) {
    const { data, info } = pictures[prints.length % photos] as (typeof pictures)[number];
    const part = 0.3 + random() * 0.4;
    const [width, height] = [Math.round(info.width * part), Math.round(info.height * (0.3 + random() * 0.4))];
    const left = Math.floor(random() * (info.width - width));
    const top = Math.floor(random() * (info.height - height));
    const picture = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } }).extract({
      left,
      top,
      width,
      height,
    });
    const small = await picture.resize(96, 96, { fit: 'fill' }).png().toBuffer();
    const turned = sharp(small).rotate(90 * Math.floor(random() * 4));
    prints.push(
      await makePrint(sharp(await (random() < 0.5 ? turned.flop() : turned.flip()).png().toBuffer())),
    );
  }
  return prints;
}

function corpusPhotos(): string[] {
  const folder = corpusFolder();
  if (!folder) return [];
  return readCorpus(folder).flatMap(({ name, path: file, outcomes: [outcome, ...more] }) =>
    !name.startsWith('generated/') &&
    more.length === 0 &&
    outcome?.state === 'accepted' &&
    Math.min(outcome.width, outcome.height) >= 100
      ? [file]
      : [],
  );
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function shown(value: number): string {
  return value.toFixed(2);
}

function percent(part: number, of: number): string {
  return `${((part / Math.max(1, of)) * 100).toFixed(1)} %`;
}
