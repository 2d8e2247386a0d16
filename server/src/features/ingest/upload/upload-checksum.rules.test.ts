import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readChecksum } from './upload-checksum.rules.ts';

describe('readChecksum', () => {
  it.each(['sha1', 'sha256'] as const)('reads %s', (algorithm) => {
    const value = createHash(algorithm).update('abc').digest();
    const checksum = readChecksum(`${algorithm} ${value.toString('base64')}`);
    expect(checksum?.hash.update('abc').digest().equals(value)).toBe(true);
    expect(checksum?.digest.equals(value)).toBe(true);
  });

  it('is undefined without a header', () => expect(readChecksum(undefined)).toBeUndefined());

  it.each([
    '',
    'sha1',
    'md5 1B2M2Y8AsgTpgAmY7PhCfg==',
    'sha1 AAAA',
    'sha256 not-base64',
    'sha1  x y',
  ])('refuses %j', (header) => {
    expect(() => readChecksum(header)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
