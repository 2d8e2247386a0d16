import { generateKeyPair, generateProof } from 'dpop';
import { expect, test } from 'vitest';
import { readJti } from './device-key.ts';

test('the request key is the jti of the proof', async () => {
  const pair = await generateKeyPair('ES256');
  const first = await generateProof(pair, 'https://x.example/a', 'POST');
  const second = await generateProof(pair, 'https://x.example/a', 'POST');
  expect(readJti(first)).toMatch(/^[\w-]{22,}$/);
  expect(readJti(first)).not.toBe(readJti(second));
  expect(() => readJti(`e30.${btoa('{}')}.x`)).toThrow(TypeError);
});
