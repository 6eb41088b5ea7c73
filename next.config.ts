import type { NextConfig } from 'next';

/** What Next must leave alone: native code and libraries that load files of their own at run time. */
const serverExternalPackages = ['sharp', 'pg', 'pino', 'file-type', 'thumbhash', 'exif-reader'];

/** For every answer, pages and files and routes alike; the policy of a page with its nonce comes from proxy.ts. */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** What a route answers is data: a browser that opens it must run and load nothing. */
const dataPolicy = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };

function headerList(headers: Record<string, string>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages,
  // Photographs come from derivatives of our own; Next's optimiser would be a second, unrecorded renderer.
  images: { unoptimized: true },
  // `npm test` checks types once, for all of the project; a start has no use for a second check.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    { source: '/:path*', headers: headerList(securityHeaders) },
    { source: '/api/:path*', headers: headerList(dataPolicy) },
  ],
};

export default config;
