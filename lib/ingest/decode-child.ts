import { serveChild } from '#lib/child/serve-child.ts';
import { decodePicture } from './decode-picture.ts';

serveChild(decodePicture);
