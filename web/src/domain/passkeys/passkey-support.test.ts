import { expect, test } from 'vitest';
import { findPasskeyObstacle } from './passkey-support.ts';

const page = (hostname: string, more: object = {}) => ({
  isSecureContext: true,
  PublicKeyCredential: class {},
  location: { hostname },
  ...more,
});

test.each([
  ['learn.example.org', {}, null],
  ['localhost', {}, null],
  ['127.0.0.1', {}, 'address'],
  ['[::1]', {}, 'address'],
  ['learn.example.org', { isSecureContext: false }, 'insecure'],
  ['learn.example.org', { PublicKeyCredential: undefined }, 'unsupported'],
] as const)('at %s with %j: %s', (hostname, more, obstacle) => {
  expect(findPasskeyObstacle(page(hostname, more))).toBe(obstacle);
});
