import { acceptedInWords } from './accepted-types.ts';

interface Refusal {
  /** As people call it, at the start of a sentence. */
  name: string;
  todo: string;
}

const asJpeg = 'Export the photo as JPEG and upload that.';
const asPng = 'Export it as PNG and upload that.';

/** What people try most, with what to do instead. `image/…` of other kinds gets the general sentence. */
const refusals: Readonly<Record<string, Refusal>> = {
  'image/heic': {
    name: 'HEIC photos',
    todo: `${asJpeg} On an iPhone, Settings › Camera › Formats › Most Compatible takes JPEGs from the start.`,
  },
  'image/jxl': { name: 'JPEG XL pictures', todo: asJpeg },
  'image/jp2': { name: 'JPEG 2000 pictures', todo: asJpeg },
  'image/jls': { name: 'JPEG-LS pictures', todo: asJpeg },
  'image/svg+xml': { name: 'SVG drawings', todo: asPng },
  'image/bmp': { name: 'BMP pictures', todo: asPng },
  'image/x-icon': { name: 'Icon files', todo: asPng },
  'image/avif-sequence': {
    name: 'Moving AVIF pictures',
    todo: 'Export a single picture as AVIF or JPEG and upload that.',
  },
  'image/x-raw': {
    name: 'Camera raw files',
    todo: 'Develop the photo, export it as JPEG or TIFF and upload that.',
  },
  'image/vnd.adobe.photoshop': {
    name: 'Photoshop files',
    todo: 'Export the picture as TIFF, PNG or JPEG and upload that.',
  },
  'application/pdf': { name: 'PDF files', todo: 'Export the page as PNG or JPEG and upload that.' },
  'text/html': { name: 'Web pages', todo: `Upload the picture itself, as ${acceptedInWords}.` },
  'application/zip': { name: 'ZIP archives', todo: 'Unpack it and upload the pictures in it.' },
  video: { name: 'Videos', todo: 'Export a still picture as JPEG and upload that.' },
};

const aliases: Readonly<Record<string, string>> = {
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/jpx': 'image/jp2',
  'image/jpm': 'image/jp2',
  'image/x-ms-bmp': 'image/bmp',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/x-canon-cr2': 'image/x-raw',
  'image/x-canon-cr3': 'image/x-raw',
  'image/x-nikon-nef': 'image/x-raw',
  'image/x-sony-arw': 'image/x-raw',
  'image/x-adobe-dng': 'image/x-raw',
  'image/x-fujifilm-raf': 'image/x-raw',
  'image/x-olympus-orf': 'image/x-raw',
  'image/x-panasonic-rw2': 'image/x-raw',
  'image/x-photoshop': 'image/vnd.adobe.photoshop',
  'application/x-photoshop': 'image/vnd.adobe.photoshop',
  'application/xhtml+xml': 'text/html',
};

function find(mediaType: string): Refusal | undefined {
  const name = aliases[mediaType] ?? (mediaType.startsWith('video/') ? 'video' : mediaType);
  return Object.hasOwn(refusals, name) ? refusals[name] : undefined;
}

/** Why a file of this media type is refused, and what to do. */
export function refusalSentence(mediaType: string | undefined): string {
  const refusal = mediaType === undefined ? undefined : find(mediaType);
  if (refusal) return `${refusal.name} are not accepted. ${refusal.todo}`;
  const what = mediaType?.startsWith('image/') ? 'This kind of picture is' : 'This is';
  return `${what} not accepted as a photo. Upload a ${acceptedInWords} file.`;
}

/** A picture or a document of pictures that can be exported as an accepted one, unlike a page or a program. */
export function isPictureType(mediaType: string): boolean {
  return mediaType.startsWith('image/') || mediaType === 'application/pdf';
}
