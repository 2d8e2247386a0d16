import { describe, expect, it } from 'vitest';
import { explainFailure, explainSystemError, findLastLine, isLockConflict } from './failure.ts';

describe('isLockConflict', () => {
  it('recognises what the next attempt may cure', () => {
    expect(isLockConflict('FATAL:  lock file "postmaster.pid" already exists\nHINT: x')).toBe(true);
    expect(isLockConflict('FATAL:  lock file "postmaster.pid" is empty')).toBe(true);
    expect(
      isLockConflict('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use'),
    ).toBe(true);
    expect(isLockConflict('FATAL:  could not map anonymous shared memory')).toBe(false);
  });
});

describe('explainFailure', () => {
  it.each([
    ['PANIC:  could not write to file "x": No space left on device', /disk .* full/],
    ['FATAL:  database files are incompatible with server', /another major version/],
    ['LOG:  could not bind IPv4 address: Address in use', /port or socket/],
    ['FATAL:  something new\nLOG:  database system is shut down', /something new/],
    ['', /printed nothing/],
  ])('says of %j one sentence', (stderr, sentence) => {
    const { message } = explainFailure(stderr, '/data');
    expect(message).toMatch(sentence);
    expect(message).not.toContain('\n');
  });
});

describe('lastLine', () => {
  it('prefers the cause to what follows it', () => {
    expect(findLastLine('LOG: a\nFATAL: b\nHINT: c\n')).toBe('FATAL: b');
    expect(findLastLine('LOG: a\nLOG: d\n')).toBe('LOG: d');
  });
});

describe('explainSystemError', () => {
  it('names the disk, the owner, or leaves the error alone', () => {
    const failing = (code: string) => Object.assign(new Error(code), { code });
    expect(explainSystemError(failing('ENOSPC'), '/d')).toHaveProperty(
      'message',
      expect.stringMatching(/full/),
    );
    expect(explainSystemError(failing('EACCES'), '/d')).toHaveProperty(
      'message',
      expect.stringMatching(/not writable/),
    );
    const other = failing('EIO');
    expect(explainSystemError(other, '/d')).toBe(other);
  });
});
