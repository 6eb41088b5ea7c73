import { expect, test } from 'vitest';
import { createWebhookSchema } from './webhook-schemas.ts';

test.each(['x', '', 'http:', 'https://a b', 'https://x:99999', 'javascript:1', 'ftp://example.com/'])(
  '%j is no address to call, and is said to be none',
  (url) => {
    expect(createWebhookSchema.safeParse({ url }).error?.issues.map(({ message }) => message)).toEqual([
      'Give the address to call, such as https://example.com/hooks.',
    ]);
  },
);

test.each(['https://user@example.com/', 'https://user:word@example.com/', 'https://:word@example.com/'])(
  '%s would be shown with its credentials',
  (url) => {
    expect(createWebhookSchema.safeParse({ url }).error?.issues.map(({ message }) => message)).toEqual([
      'Leave the name and password out of the address.',
    ]);
  },
);

test('an address is taken as it was written', () => {
  const url = 'https://example.com/hooks?for=photos';
  expect(createWebhookSchema.parse({ url }).url).toBe(url);
});
