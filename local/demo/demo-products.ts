import { type CameraFile, cameraFile } from './camera-file.ts';
import { cutOut, photograph, type Shot } from './render/photograph.ts';
import { abacusBeads, abacusHero, abacusTable } from './shots/abacus-shots.ts';
import { roverCutOut, roverDetail, roverHero, roverParts } from './shots/rover-shots.ts';

export interface DemoPhoto {
  filename: string;
  contentType: CameraFile['type'];
  title: string;
  altText: string;
  /** Takes some seconds of one processor. The same bytes each time. */
  draw(): Promise<Buffer>;
}

export interface DemoProduct {
  name: string;
  sku: string;
  /** In the order of the product; the first is its hero. */
  photos: readonly DemoPhoto[];
}

/** What a fresh installation shows: two products whose photos are built and lit by this folder's own renderer. */
export const demoProducts: readonly DemoProduct[] = [
  {
    name: 'Rover Robotics Kit',
    sku: 'RBK-204',
    photos: [
      photo('rover-hero.jpg', roverHero, {
        title: 'Rover, ready to drive',
        altText:
          'A toy rover of coral, teal and cream bricks on four yellow wheels, with two round sensor eyes and a red-tipped antenna, on a sand-coloured backdrop.',
        takenAt: '2026:03:14 10:22:31',
      }),
      photo('rover-parts.jpg', roverParts, {
        title: 'Everything in the box',
        altText:
          'The parts of the kit seen from above on teal paper: wheels, gears, motors, a circuit board, a distance sensor, a screwdriver, axles and bricks in rows.',
        takenAt: '2026:03:14 11:05:02',
      }),
      photo('rover-gears.jpg', roverDetail, {
        title: 'Gears at work',
        altText:
          'Close view of a yellow, a cream and a teal gear that mesh on the side of the rover, with its wires and pins out of focus behind them.',
        takenAt: '2026:03:14 13:40:47',
        upright: true,
      }),
      photo('rover-cutout.webp', roverCutOut, {
        title: 'Rover, cut out',
        altText: 'The rover seen from behind at an angle, on a transparent background.',
        takenAt: '2026:03:14 14:12:09',
        type: 'image/webp',
      }),
    ],
  },
  {
    name: 'Rainbow Counting Frame',
    sku: 'ABC-100',
    photos: [
      photo('counting-frame.jpg', abacusHero, {
        title: 'Counting frame with a hundred beads',
        altText:
          'A wooden counting frame with ten rods of ten lacquered beads in the colours of the rainbow, moved into stairs, with four wooden cubes beside it.',
        takenAt: '2026:03:15 09:31:18',
      }),
      photo('counting-beads.jpg', abacusBeads, {
        title: 'Lacquered beads, close',
        altText:
          'Close view of shining yellow, green, teal and blue beads on steel rods, the frame out of focus behind them.',
        takenAt: '2026:03:15 10:02:55',
        profile: 'p3',
      }),
      photo('counting-table.jpg', abacusTable, {
        title: 'With number rods, from above',
        altText:
          'The counting frame lying on yellow paper beside ten painted rods laid out as stairs and three wooden cubes.',
        takenAt: '2026:03:15 10:48:36',
      }),
    ],
  },
];

function photo(
  filename: string,
  shot: () => Shot,
  about: { title: string; altText: string } & Omit<CameraFile, 'type'> & { type?: CameraFile['type'] },
): DemoPhoto {
  const { title, altText, type = 'image/jpeg', ...file } = about;
  const take = type === 'image/jpeg' ? photograph : cutOut;
  return {
    filename,
    contentType: type,
    title,
    altText,
    draw: async () => cameraFile(await take(shot()), { ...file, type }),
  };
}
