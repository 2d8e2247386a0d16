import { describe, expect, it } from 'vitest';
import { needsRehash, readHashParameters } from './password-hash.rules.ts';

const rest = 'c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo';
const wanted = readHashParameters({ passwordHashMebibytes: 64, passwordHashPasses: 3 });
const { memoryCost: m, timeCost: t, parallelism: p } = wanted;

describe('needsRehash', () => {
  it.each([
    [`$argon2id$v=19$m=${m},t=${t},p=${p}$${rest}`, false],
    [`$argon2id$v=19$m=${m / 2},t=${t},p=${p}$${rest}`, true],
    [`$argon2id$v=19$m=${m * 2},t=${t},p=${p}$${rest}`, true],
    [`$argon2id$v=19$m=${m},t=${t - 1},p=${p}$${rest}`, true],
    [`$argon2id$v=19$m=${m},t=${t},p=${p + 1}$${rest}`, true],
    [`$argon2i$v=19$m=${m},t=${t},p=${p}$${rest}`, true],
    [`$argon2id$v=16$m=${m},t=${t},p=${p}$${rest}`, true],
    [`$2b$12$${rest}`, true],
    ['', true],
  ])('%s: %s', (stored, expected) => {
    expect(needsRehash(stored, wanted)).toBe(expected);
  });
});
