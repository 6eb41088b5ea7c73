/** Percent-encodes as SigV4 defines it: everything but `A-Z a-z 0-9 - . _ ~`. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
