import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, test } from 'vitest';
import { createS3Client } from '#lib/storage/s3-client.ts';
import { errorCode, rawRequest } from '#test/raw-request.ts';
import { testStore } from '#test/store.ts';

const local = await testStore();
const client = createS3Client(local.settings, local.endpoint);
const bucket = local.store.bucket;

beforeAll(async () => {
  await local.store.put('kept', Buffer.from('kept'), 4, { contentType: 'text/plain' });
});

function presignGet(options: { key?: string; signedAt?: Date; seconds?: number; as?: S3Client } = {}) {
  const command = new GetObjectCommand({ Bucket: bucket, Key: options.key ?? 'kept' });
  return getSignedUrl(options.as ?? client, command, {
    expiresIn: options.seconds ?? 60,
    signingDate: options.signedAt ?? new Date(),
  });
}

describe('without a signature', () => {
  test.each([
    ['GET', '/'],
    ['GET', `/${bucket}`],
    ['GET', `/${bucket}?list-type=2`],
    ['GET', `/${bucket}?location`],
    ['GET', `/${bucket}?uploads`],
    ['HEAD', `/${bucket}`],
    ['PUT', '/another'],
    ['POST', `/${bucket}?delete`],
    ['GET', `/${bucket}/kept`],
    ['HEAD', `/${bucket}/kept`],
    ['GET', `/${bucket}/absent`],
    ['PUT', `/${bucket}/kept`],
    ['DELETE', `/${bucket}/kept`],
    ['POST', `/${bucket}/kept?uploads`],
    ['POST', `/${bucket}/kept?uploadId=x`],
    ['PUT', `/${bucket}/kept?uploadId=x&partNumber=1`],
    ['GET', `/${bucket}/kept?uploadId=x`],
    ['PATCH', `/${bucket}/kept`],
    ['OPTIONS', `/${bucket}/kept`],
    ['GET', '/no-such-bucket/key'],
  ])('%s %s is refused with 403', async (method, path) => {
    const answer = await rawRequest(local.endpoint, method, path);
    expect(answer.status).toBe(403);
    if (method !== 'HEAD') expect(errorCode(answer.text)).toBe('AccessDenied');
  });

  test('nothing was changed by any of them', async () => {
    expect((await local.store.head('kept'))?.bytes).toBe(4);
  });
});

describe('a presigned URL', () => {
  test('holds as it was signed', async () => {
    expect(await (await fetch(await presignGet())).text()).toBe('kept');
  });

  test('that has expired is refused with 403, and says so', async () => {
    const answer = await fetch(await presignGet({ signedAt: new Date(Date.now() - 61_000) }));
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('Request has expired');
  });

  test('signed far in the future is refused', async () => {
    const answer = await fetch(await presignGet({ signedAt: new Date(Date.now() + 3_600_000) }));
    expect(answer.status).toBe(403);
    expect(errorCode(await answer.text())).toBe('RequestTimeTooSkewed');
  });

  test('whose expiry was prolonged by hand is refused', async () => {
    const url = (await presignGet()).replace('X-Amz-Expires=60', 'X-Amz-Expires=6000');
    expect(errorCode(await (await fetch(url)).text())).toBe('SignatureDoesNotMatch');
  });

  test('of another secret or another key is refused', async () => {
    const secret = createS3Client({ ...local.settings, S3_SECRET_ACCESS_KEY: 'guessed' }, local.endpoint);
    const person = createS3Client({ ...local.settings, S3_ACCESS_KEY_ID: 'guessed' }, local.endpoint);
    const [wrongSecret, wrongKey] = await Promise.all([
      fetch(await presignGet({ as: secret })),
      fetch(await presignGet({ as: person })),
    ]);
    expect([wrongSecret.status, errorCode(await wrongSecret.text())]).toEqual([403, 'SignatureDoesNotMatch']);
    expect([wrongKey.status, errorCode(await wrongKey.text())]).toEqual([403, 'InvalidAccessKeyId']);
  });

  test('takes no x-amz header that was not signed with it', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: 'target' }));
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { 'x-amz-copy-source': `/${bucket}/kept` },
    });
    expect(answer.status).toBe(403);
    expect(await local.store.head('target')).toBeUndefined();
  });

  test('takes no parameter that was not signed with it', async () => {
    const answer = await fetch(`${await presignGet()}&response-content-type=text%2Fhtml`);
    expect(answer.status).toBe(403);
  });

  test('that lives longer than a week is no presigned URL', async () => {
    const url = (await presignGet()).replace('X-Amz-Expires=60', 'X-Amz-Expires=604801');
    expect((await fetch(url)).status).toBe(400);
  });

  test('with a parameter given twice is refused', async () => {
    expect((await fetch(`${await presignGet()}&x-id=PutObject`)).status).toBe(400);
  });
});

describe('a signed header', () => {
  test('from a clock that is 20 minutes off is refused', async () => {
    const stale = createS3Client(local.settings, local.endpoint);
    stale.config.systemClockOffset = -20 * 60_000;
    const call = stale.send(new GetObjectCommand({ Bucket: bucket, Key: 'kept' }));
    await expect(call).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
  });

  test('for another region is refused in words that name the right one', async () => {
    const abroad = createS3Client({ ...local.settings, S3_REGION: 'eu-north-1' }, local.endpoint);
    const call = abroad.send(new GetObjectCommand({ Bucket: bucket, Key: 'kept' }));
    await expect(call).rejects.toThrow(/us-east-1/);
  });
});

interface SdkRequest {
  method: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

/** A request of the SDK that is changed before it is signed, as a client of another make could send it. */
function sendAltered(alter: (request: SdkRequest) => void) {
  const altered = createS3Client(local.settings, local.endpoint);
  altered.middlewareStack.add(
    (next) => (args) => {
      alter(args.request as SdkRequest);
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  return altered.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: [{ Key: 'x' }] } }));
}

test.each(['acl', 'policy', 'versions', 'tagging', 'website'])(
  'the subresource ?%s is refused, never taken for the bucket itself',
  async (name) => {
    const call = sendAltered((request) => {
      request.method = 'GET';
      request.query = { [name]: '' };
      request.body = undefined;
      request.headers = { host: request.headers.host ?? '' };
    });
    await expect(call).rejects.toMatchObject({ name: 'NotImplemented' });
  },
);

test.each([
  '',
  '<Delete>',
  '<Delete></Delete>',
  '<Delete><Object><Key>x</Key></Delete></Object>',
  '<!DOCTYPE a [<!ENTITY b "c">]><Delete><Object><Key>&b;</Key></Object></Delete>',
  '<Other><Object><Key>x</Key></Object></Other>',
])('the document %j is refused as malformed', async (document) => {
  const call = sendAltered((request) => {
    request.body = document;
    request.headers = {
      host: request.headers.host ?? '',
      'content-length': String(Buffer.byteLength(document)),
    };
  });
  await expect(call).rejects.toMatchObject({ name: 'MalformedXML' });
});

test('a header value that could not be sent back is refused when it is written and when it is asked for', async () => {
  const Metadata = { note: 'split\r\nset-cookie: x' };
  const put = new PutObjectCommand({ Bucket: bucket, Key: 'note', Metadata });
  const written = await fetch(await getSignedUrl(client, put), { method: 'PUT', body: 'x' });
  expect(errorCode(await written.text())).toBe('InvalidArgument');
  const get = new GetObjectCommand({
    Bucket: bucket,
    Key: 'kept',
    ResponseContentDisposition: 'inline; 写真',
  });
  expect((await fetch(await getSignedUrl(client, get))).status).toBe(400);
  expect(await (await fetch(await presignGet())).text()).toBe('kept');
});

test('a copy with a condition that is not offered is refused, not copied', async () => {
  const copy = client.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: 'copied',
      CopySource: `${bucket}/kept`,
      CopySourceIfModifiedSince: new Date(0),
    }),
  );
  await expect(copy).rejects.toMatchObject({ name: 'NotImplemented' });
  expect(await local.store.head('copied')).toBeUndefined();
});
