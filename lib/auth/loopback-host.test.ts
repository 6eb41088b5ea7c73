import { expect, it } from 'vitest';
import { isLoopbackHost } from './loopback-host.ts';

it.each(['localhost', 'LocalHost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', '[::1]'])(
  '%s is this machine',
  (host) => expect(isLoopbackHost(host)).toBe(true),
);

it.each([
  undefined,
  '',
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example:80',
  '192.0.2.1',
  '0.0.0.0:3000',
])('%s is a name that somebody else may have given it', (host) => expect(isLoopbackHost(host)).toBe(false));
