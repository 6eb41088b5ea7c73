import { maxRssVariable } from '#lib/child/child-protocol.ts';

/** What a child needs to find programs, fonts and a temporary folder; nothing that opens a database or a store. */
const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'XDG_CACHE_HOME',
];

/**
 * The whole environment of a child: a decoder that is taken over by a hostile picture finds no credential here.
 * Two malloc arenas instead of eight a core keep freed pixel buffers from staying resident.
 */
export function childEnvironment(
  source: Record<string, string | undefined>,
  maxRssBytes: number,
): NodeJS.ProcessEnv {
  const kept = passedOn.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]]));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    [maxRssVariable]: String(maxRssBytes),
  };
}
