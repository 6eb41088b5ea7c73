import type { NextConfig } from 'next';

/** What Next must leave alone: native code and libraries that load files of their own at run time. */
const serverExternalPackages = [
  'sharp',
  'pg',
  'pino',
  'file-type',
  'thumbhash',
  'exif-reader',
  'prom-client',
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages,
  // Photographs come from derivatives of our own; Next's optimiser would be a second, unrecorded renderer.
  images: { unoptimized: true },
};

export default config;
