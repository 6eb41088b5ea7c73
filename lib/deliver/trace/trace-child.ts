import { serveChild } from '#lib/child/serve-child.ts';
import { compareFiles } from './compare-files.ts';
import { rankMasters } from './rank-masters.ts';
import { readCopy } from './read-copy.ts';
import type { TraceAnswers, TraceRequest } from './trace-protocol.ts';

serveChild((request: TraceRequest): Promise<TraceAnswers[TraceRequest['do']]> => {
  if (request.do === 'read') return readCopy(request.path, request.limits);
  if (request.do === 'compare') return compareFiles(request.path, request.files, request.maxPixels);
  return Promise.resolve(rankMasters(request.prints, request.masters));
});
