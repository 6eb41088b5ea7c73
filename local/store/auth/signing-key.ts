import { createHash, createHmac } from 'node:crypto';
import { algorithm, type SignatureClaim } from './signature-claim.ts';

export function scopeOf(claim: SignatureClaim): string {
  return `${claim.day}/${claim.region}/${claim.service}/aws4_request`;
}

export function signingKey(secretAccessKey: string, claim: SignatureClaim): Buffer {
  return [claim.day, claim.region, claim.service, 'aws4_request'].reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
}

export function signText(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

export function sha256Hex(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

export function requestSignature(key: Buffer, claim: SignatureClaim, canonical: string): string {
  return signText(key, [algorithm, claim.timestamp, scopeOf(claim), sha256Hex(canonical)].join('\n'));
}
