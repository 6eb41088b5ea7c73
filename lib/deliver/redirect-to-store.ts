/** To the bytes, once: the signed URL is neither cached nor told to other sites. */
export function redirectToStore(url: string): Response {
  return new Response(null, {
    status: 307,
    headers: { Location: url, 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' },
  });
}
