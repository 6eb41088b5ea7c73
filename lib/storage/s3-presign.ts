import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { MultipartCall, ObjectStore, PresignedRequest } from './object-store.ts';

type SigningOptions = Parameters<typeof getSignedUrl>[2];
/** Presigns one command: the SDK's command types share no common one, so each closes over its own. */
type Sign = (options: SigningOptions) => Promise<string>;
type Presigner = Pick<ObjectStore, 'presignPut' | 'presignMultipart' | 'presignGet'>;

/** URLs for browsers. `client` is the one whose endpoint browsers reach. */
export function createPresigner(client: S3Client, bucket: string): Presigner {
  const sign = async (
    call: Sign,
    expiresSeconds: number,
    headers: Record<string, string> = {},
  ): Promise<PresignedRequest> => {
    const signingDate = new Date();
    const names = new Set(Object.keys(headers));
    const url = await call({
      expiresIn: expiresSeconds,
      signingDate,
      signableHeaders: new Set([...names, 'host', 'content-length']),
      unhoistableHeaders: names,
    });
    return { url, headers, expiresAt: new Date(signingDate.getTime() + expiresSeconds * 1000) };
  };

  return {
    presignPut: (key, options) => {
      const sha256 = options.sha256 && hexToBase64(options.sha256);
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: options.contentType,
        // Signed too, yet not among `headers`: a browser sends it by itself and lets no script set it.
        ContentLength: options.bytes,
        IfNoneMatch: '*',
        ...(sha256 && { ChecksumSHA256: sha256 }),
      });
      return sign((signing) => getSignedUrl(client, command, signing), options.expiresSeconds, {
        'content-type': options.contentType,
        'if-none-match': '*',
        ...(sha256 && { 'x-amz-checksum-sha256': sha256 }),
      });
    },

    presignMultipart: (call, expiresSeconds) =>
      sign(signMultipart(client, bucket, call), expiresSeconds, multipartHeaders(call)),

    presignGet: (key, options) => {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: options.contentType,
        ResponseContentDisposition: options.contentDisposition,
        // The portal's redirect is not cached, and what it points to must end with the reader's right to it.
        ResponseCacheControl: 'private, no-store',
      });
      return sign((signing) => getSignedUrl(client, command, signing), options.expiresSeconds);
    },
  };
}

function signMultipart(client: S3Client, bucket: string, call: MultipartCall): Sign {
  const target = { Bucket: bucket, Key: call.key };
  switch (call.method) {
    case 'create': {
      const command = new CreateMultipartUploadCommand({ ...target, ContentType: call.contentType });
      return (signing) => getSignedUrl(client, command, signing);
    }
    case 'part': {
      const part = { UploadId: call.uploadId, PartNumber: call.partNumber };
      const command = new UploadPartCommand({ ...target, ...part });
      return (signing) => getSignedUrl(client, command, signing);
    }
    case 'list-parts': {
      const command = new ListPartsCommand({ ...target, UploadId: call.uploadId });
      return (signing) => getSignedUrl(client, command, signing);
    }
    case 'complete': {
      const once = { UploadId: call.uploadId, IfNoneMatch: '*' };
      const command = new CompleteMultipartUploadCommand({ ...target, ...once });
      return (signing) => getSignedUrl(client, command, signing);
    }
    case 'abort': {
      const command = new AbortMultipartUploadCommand({ ...target, UploadId: call.uploadId });
      return (signing) => getSignedUrl(client, command, signing);
    }
  }
}

function multipartHeaders(call: MultipartCall): Record<string, string> {
  if (call.method === 'create') return { 'content-type': call.contentType };
  if (call.method === 'complete') return { 'if-none-match': '*' };
  return {};
}

export function hexToBase64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}
