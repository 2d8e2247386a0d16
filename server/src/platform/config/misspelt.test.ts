import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSlips, findMisspelt } from './misspelt.ts';

const settings = ['PORT', 'HOST', 'ROLE', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'LOG_LEVEL'];

describe('findMisspelt', () => {
  it.each([
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DRI', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['DATABSE_ULR', 'DATABASE_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['PROT', 'PORT'],
    ['PRAHARI_PORT', 'PORT'],
  ])('takes %s for %s', (variable, nearest) => {
    expect(findMisspelt(settings, { [variable]: 'x' })).toEqual([{ variable, nearest }]);
  });

  it.each([
    ...['PATH', 'HOME', 'PWD', 'SHELL', 'HOSTNAME', 'HOSTTYPE', 'LANG', 'TERM', 'USER', 'LOGNAME'],
    ...['XDG_DATA_DIRS', 'DB_PORT', 'REDIS_URL', 'NODE_ENV', 'npm_config_port', 'POSTGRES_PORT'],
    ...['TMPDIR', 'EDITOR', 'MAIL', 'OLDPWD', 'PS1', 'CI', 'NODE', 'COLOR', 'SSH_TTY'],
  ])('leaves %s to other programs', (variable) => {
    expect(findMisspelt(settings, { [variable]: 'x' })).toEqual([]);
  });

  it('reports no setting that is correct', () => {
    expect(findMisspelt(settings, { LOGLEVEL: 'x', LOG_LEVEL: 'info' })).toEqual([]);
  });
});

describe('countSlips', () => {
  const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C', '_'), maxLength: 8 });

  it('is none for the same word alone, and the same both ways', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const slips = countSlips(one, other);
        expect(slips === 0).toBe(one === other);
        expect(slips).toBe(countSlips(other, one));
        expect(slips).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(slips).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      }),
    );
  });

  it('is one for a letter more, and for two swapped', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(countSlips(`${one}X${other}`, `${one}${other}`)).toBe(1);
        expect(countSlips(`${one}XY${other}`, `${one}YX${other}`)).toBe(1);
      }),
    );
  });
});
