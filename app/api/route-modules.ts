import * as approval from './assets/[id]/approval/route.ts';
import * as cutoutPreviews from './assets/[id]/cutouts/previews/route.ts';
import * as cutouts from './assets/[id]/cutouts/route.ts';
import * as original from './assets/[id]/original/route.ts';
import * as asset from './assets/[id]/route.ts';
import * as thumbnail from './assets/[id]/thumbnail/route.ts';
import * as assets from './assets/route.ts';
import * as activations from './audiences/[audience]/activations/route.ts';
import * as impact from './audiences/[audience]/policies/[version]/impact/route.ts';
import * as policies from './audiences/[audience]/policies/route.ts';
import * as previews from './audiences/[audience]/previews/route.ts';
import * as suspensions from './audiences/[audience]/suspensions/route.ts';
import * as audiences from './audiences/route.ts';
import * as auditExport from './audit/export/route.ts';
import * as audit from './audit/route.ts';
import * as manifest from './derivatives/[sourceHash]/[audience]/[policyVersion]/[format]/manifest/route.ts';
import * as derivative from './derivatives/[sourceHash]/[audience]/[policyVersion]/[format]/route.ts';
import * as derivatives from './derivatives/route.ts';
import * as storageEvents from './events/storage/route.ts';
import * as live from './health/live/route.ts';
import * as ready from './health/ready/route.ts';
import * as job from './jobs/[id]/route.ts';
import * as runJobs from './jobs/run/route.ts';
import * as markImage from './mark-images/[image]/route.ts';
import * as markThumbnail from './mark-images/[image]/thumbnail/route.ts';
import * as completeMarkImage from './mark-images/complete/route.ts';
import * as markImages from './mark-images/route.ts';
import * as metrics from './metrics/route.ts';
import * as openapi from './openapi.json/route.ts';
import * as product from './products/[id]/route.ts';
import * as products from './products/route.ts';
import * as trace from './trace/route.ts';
import * as completeUpload from './uploads/complete/route.ts';
import * as signUpload from './uploads/sign/route.ts';

/** Every route of ours by its path, for the description and for the test that walks them all. */
export const routeModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/assets': assets,
  '/api/assets/[id]': asset,
  '/api/assets/[id]/approval': approval,
  '/api/assets/[id]/cutouts': cutouts,
  '/api/assets/[id]/cutouts/previews': cutoutPreviews,
  '/api/assets/[id]/original': original,
  '/api/assets/[id]/thumbnail': thumbnail,
  '/api/audiences': audiences,
  '/api/audiences/[audience]/activations': activations,
  '/api/audiences/[audience]/policies': policies,
  '/api/audiences/[audience]/policies/[version]/impact': impact,
  '/api/audiences/[audience]/previews': previews,
  '/api/audiences/[audience]/suspensions': suspensions,
  '/api/audit': audit,
  '/api/audit/export': auditExport,
  '/api/derivatives': derivatives,
  '/api/derivatives/[sourceHash]/[audience]/[policyVersion]/[format]': derivative,
  '/api/derivatives/[sourceHash]/[audience]/[policyVersion]/[format]/manifest': manifest,
  '/api/events/storage': storageEvents,
  '/api/health/live': live,
  '/api/health/ready': ready,
  '/api/jobs/[id]': job,
  '/api/jobs/run': runJobs,
  '/api/mark-images': markImages,
  '/api/mark-images/[image]': markImage,
  '/api/mark-images/[image]/thumbnail': markThumbnail,
  '/api/mark-images/complete': completeMarkImage,
  '/api/metrics': metrics,
  '/api/openapi.json': openapi,
  '/api/products': products,
  '/api/products/[id]': product,
  '/api/trace': trace,
  '/api/uploads/complete': completeUpload,
  '/api/uploads/sign': signUpload,
};
