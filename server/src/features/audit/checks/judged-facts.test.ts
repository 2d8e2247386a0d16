import { describe, expect, it } from 'vitest';
import { judgeSupport } from './components.rules.ts';
import { judgePasswordMethod } from './crypto.rules.ts';
import { isHarmlessCell } from './hostile-content.rules.ts';
import { findBadLines } from './records.rules.ts';
import { judgeDataFile } from './stored-data.rules.ts';

describe('what is judged', () => {
  it.each([
    ['$argon2id$v=19$m=65536,t=3,p=1', true],
    ['$argon2id$v=19$m=19456,t=2,p=1', true],
    ['$argon2id$v=19$m=19455,t=2,p=1', false],
    ['$argon2id$v=19$m=65536,t=1,p=1', false],
    ['$argon2i$v=19$m=65536,t=3,p=1', false],
    ['unknown', false],
  ])('%s is dear enough: %s', (method, isDear) => {
    expect(judgePasswordMethod(method)).toBe(isDear);
  });

  it.each([
    ['Node.js', '24.21.0', '2026-01-15', 'supported'],
    ['Node.js', '20.1.0', '2026-04-30', 'supported'],
    ['Node.js', '20.1.0', '2026-05-01', 'ended'],
    ['Node.js', '99.0.0', '2026-01-15', 'unknown'],
    ['PostgreSQL', '15.9', '2026-01-15', 'supported'],
    ['OpenSSL', '3.1.4', '2026-01-15', 'ended'],
    ['OpenSSL', '3.5.4', '2026-01-15', 'supported'],
    ['ffmpeg', '4.4.2', '2026-01-15', 'ended'],
    ['ffmpeg', '7.1', '2026-01-15', 'supported'],
    ['ffmpeg', 'N-1234-gabc', '2026-01-15', 'unknown'],
  ])('%s %s on %s is %s', (name, version, day, support) => {
    expect(judgeSupport(name, version, new Date(`${day}T12:00:00Z`))).toBe(support);
  });

  it.each([
    ['root', 0o711, true],
    ['root', 0o755, false],
    ['root', 0o733, false],
    ['shared', 0o750, true],
    ['shared', 0o751, false],
    ['private', 0o700, true],
    ['private', 0o770, false],
    ['secret', 0o600, true],
    ['secret', 0o640, false],
  ] as const)('%s with mode %d is closed: %s', (kind, mode, isClosed) => {
    expect(judgeDataFile({ kind, mode }).isClosed).toBe(isClosed);
  });

  it.each([
    ["'=1+1,b\r\n", true],
    ['"\'=1+1;2",b\r\n', true],
    ['=1+1,b\r\n', false],
    ['"=1+1",b\r\n', false],
  ])('the line %j is harmless: %s', (line, isHarmless) => {
    expect(isHarmlessCell(line)).toBe(isHarmless);
  });

  it.each([
    ['{"a":"b\\nc"}\n', undefined],
    ['{"a":1}\nfalse\n', 'a control character'],
    ['{"a":"\u001b[31m"}\n', 'a control character'],
    ['false line\n', 'no JSON'],
    ['1\n', 'no JSON object'],
    [`{"a":"${'x'.repeat(9000)}"}\n`, 'longer than 8 KiB'],
  ])('the line %j is bad: %s', (line, why) => {
    expect(findBadLines([line])[0]?.why).toBe(why);
  });
});
