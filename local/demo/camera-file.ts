import type { Sharp } from 'sharp';

export interface CameraFile {
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** Local time, as cameras write it: `2026:03:14 10:22:31`. */
  takenAt: string;
  /** The camera was held upright: pixels lie on their side and EXIF says so. */
  upright?: boolean;
  /** Pixels are stored in this space, with its profile. */
  profile?: 'p3';
}

/**
 * Encodes a picture as a camera writes its files: EXIF with camera, lens, exposure and place. Nobody ever stood
 * there with that camera; derivatives must not tell of it all the same.
 */
export async function cameraFile(picture: Sharp, file: CameraFile): Promise<Buffer> {
  const turned = file.upright ? picture.rotate(270) : picture;
  const named = turned.withMetadata({ orientation: file.upright ? 6 : 1 }).withExif({
    IFD0: {
      Make: 'Blazon Optics',
      Model: 'BX-24',
      Software: 'BX-24 1.4.2',
      Artist: 'Studio Blazon',
      Copyright: '(C) 2026 Blazon Learning',
      DateTime: file.takenAt,
    },
    IFD2: {
      DateTimeOriginal: file.takenAt,
      ExposureTime: '1/125',
      FNumber: '56/10',
      ISOSpeedRatings: '100',
      FocalLength: '70/1',
      LensModel: 'BX 24-70mm F2.8',
      BodySerialNumber: '0042-170-993',
    },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '51/1 30/1 4012/100',
      GPSLongitudeRef: 'W',
      GPSLongitude: '0/1 7/1 3921/100',
    },
  });
  const tagged = named.withIccProfile(file.profile ?? 'srgb');
  switch (file.type) {
    case 'image/jpeg':
      return tagged.jpeg({ quality: 92 }).toBuffer();
    case 'image/png':
      return tagged.png({ compressionLevel: 6 }).toBuffer();
    case 'image/webp':
      return tagged.webp({ quality: 90, alphaQuality: 100, effort: 3 }).toBuffer();
  }
}
