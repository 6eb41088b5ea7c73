import { ListMultipartUploadsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import type { ObjectFacts } from './object-store.ts';
import { answered } from './s3-errors.ts';

export async function* listS3(
  client: S3Client,
  bucket: string,
  prefix: string,
  after?: string,
): AsyncGenerator<ObjectFacts, void, undefined> {
  let token: string | undefined;
  do {
    const page = await answered('ListObjectsV2', () =>
      client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          StartAfter: after,
          ContinuationToken: token,
        }),
      ),
    );
    for (const item of page.Contents ?? []) {
      if (item.Key === undefined) continue;
      yield {
        key: item.Key,
        bytes: item.Size ?? 0,
        etag: item.ETag ?? '',
        versionId: undefined,
        contentType: undefined,
        lastModified: item.LastModified,
      };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** Multipart uploads that were neither completed nor aborted. */
export async function* listS3Multipart(
  client: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<{ key: string; uploadId: string; initiated: Date | undefined }, void, undefined> {
  let marker: { key: string | undefined; uploadId: string | undefined } | undefined;
  do {
    const page = await answered('ListMultipartUploads', () =>
      client.send(
        new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: prefix,
          KeyMarker: marker?.key,
          UploadIdMarker: marker?.uploadId,
        }),
      ),
    );
    for (const upload of page.Uploads ?? []) {
      if (upload.Key === undefined || upload.UploadId === undefined) continue;
      yield { key: upload.Key, uploadId: upload.UploadId, initiated: upload.Initiated };
    }
    marker = page.IsTruncated ? { key: page.NextKeyMarker, uploadId: page.NextUploadIdMarker } : undefined;
  } while (marker);
}
