import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { judgeSecrets } from './randomness.rules.ts';

const count = 2000;
const secretOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
/** As good as random, and the same in each run. */
const good = Array.from({ length: count }, (_, i) =>
  secretOf(createHash('sha256').update(`secret ${i}`).digest()),
);
const faultsOf = (secrets: readonly string[]) =>
  judgeSecrets(secrets)
    .filter(({ isAsExpected }) => !isAsExpected)
    .map(({ looked }) => looked);

it('finds nothing in good secrets', () => {
  expect(faultsOf(good)).toEqual([]);
});

it('finds a short one', () => {
  expect(faultsOf([...good, secretOf(Buffer.alloc(15, 0x5a))])).toEqual(['The shortest secret']);
});

it('finds one that comes twice', () => {
  expect(faultsOf([...good, good[0] ?? ''])).toEqual([`${count + 1} secrets`]);
});

it('finds secrets that are counted up', () => {
  const counted = Array.from({ length: count }, (_, i) => {
    const bytes = Buffer.alloc(32);
    bytes.writeUInt32BE(i, 28);
    return secretOf(bytes);
  });
  expect(faultsOf(counted)).toEqual(['How many bits are set', 'How often each byte occurs (χ²)']);
});

it('finds bytes of which some never occur', () => {
  const letters = good.map((secret) => secretOf(Buffer.from(secret)));
  expect(faultsOf(letters)).toContain('How often each byte occurs (χ²)');
});
