import { describe, expect, test } from 'vitest';
import { ChunkVerifier } from '../body/chunk-verifier.ts';
import { parseTarget } from '../request-target.ts';
import { verifyRequest } from './verify-request.ts';

/** The worked examples of AWS's own documentation of Signature Version 4 for S3. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const now = new Date('2013-05-24T00:00:00Z');
const scope = `${credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request`;

function verify(method: string, url: string, headers: Record<string, string>) {
  const target = parseTarget(url);
  return verifyRequest(
    {
      method,
      target,
      query: new Map(target.query),
      headers: { host: 'examplebucket.s3.amazonaws.com', ...headers },
    },
    { credentials, region: 'us-east-1', now },
  );
}

function signed(signature: string, headers: Record<string, string>) {
  const names = [...new Set(['host', ...Object.keys(headers)])].sort().join(';');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

const dated = { 'x-amz-date': '20130524T000000Z' };

describe('the documented signatures hold', () => {
  test('of a GET with a range', () => {
    const headers = { range: 'bytes=0-9', 'x-amz-content-sha256': emptyHash, ...dated };
    verify(
      'GET',
      '/test.txt',
      signed('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', headers),
    );
  });

  test('of a PUT whose key has a dollar sign', () => {
    const headers = {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      ...dated,
    };
    const signature = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd';
    verify('PUT', '/test$file.text', signed(signature, headers));
  });

  test('of a query with and without a value', () => {
    const headers = { 'x-amz-content-sha256': emptyHash, ...dated };
    verify(
      'GET',
      '/?lifecycle',
      signed('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543', headers),
    );
    verify(
      'GET',
      '/?max-keys=2&prefix=J',
      signed('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7', headers),
    );
  });

  test('of a presigned URL', () => {
    const query = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': scope,
      'X-Amz-Date': '20130524T000000Z',
      'X-Amz-Expires': '86400',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    });
    expect(verify('GET', `/test.txt?${query}`, {}).payloadHash).toBe('UNSIGNED-PAYLOAD');
  });

  test('of a body sent in signed chunks, and of no other chunk', () => {
    const verified = verify(
      'PUT',
      '/examplebucket/chunkObject.txt',
      signed('4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9', {
        host: 's3.amazonaws.com',
        'content-encoding': 'aws-chunked',
        'content-length': '66824',
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        'x-amz-decoded-content-length': '66560',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        ...dated,
      }),
    );
    const chunks = new ChunkVerifier(verified);
    chunks.update(Buffer.alloc(65_536, 'a'));
    chunks.endChunk('ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648');
    chunks.update(Buffer.alloc(1024, 'a'));
    chunks.endChunk('0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497');
    chunks.update(Buffer.alloc(1, 'b'));
    expect(() => chunks.endChunk('b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9')).toThrow(
      /chunk/,
    );
  });
});
