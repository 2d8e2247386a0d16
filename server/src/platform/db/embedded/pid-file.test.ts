import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePidFile } from './pid-file.ts';

const written = `4711
/srv/prahari/pg
1795200000
5432
/srv/prahari/pg

  5432001     65538
ready   
`;

describe('parsePidFile', () => {
  it('reads a file as PostgreSQL 18 writes it', () => {
    expect(parsePidFile(written)).toEqual({
      pid: 4711,
      port: 5432,
      socketDir: '/srv/prahari/pg',
      status: 'ready',
    });
  });

  it('takes a missing status for starting', () => {
    const early = written.split('\n').slice(0, 6).join('\n');
    expect(parsePidFile(early)?.status).toBe('starting');
  });

  it.each(['', '4711', '4711\n/srv/pg\n1795200000\n', '-1\n/srv\n1\n5432\n/srv\n'])(
    'refuses the half-written %j',
    (text) => {
      expect(parsePidFile(text)).toBeUndefined();
    },
  );

  it('reads back every value that a server may write', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_194_304 }),
        fc.integer({ min: 1, max: 65_535 }),
        fc.stringMatching(/^\/[\w./-]{0,80}$/),
        fc.constantFrom('starting', 'ready', 'stopping'),
        (pid, port, socketDir, status) => {
          const text = `${pid}\n/data\n1\n${port}\n${socketDir}\n\n 1 2\n${status.padEnd(8)}\n`;
          expect(parsePidFile(text)).toEqual({ pid, port, socketDir, status });
        },
      ),
    );
  });

  it('never throws and never yields a process id that kill() would take for a group', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\n', '0', '1', '-', ' ', 'x') }), (text) => {
        const parsed = parsePidFile(text);
        expect(parsed === undefined || parsed.pid > 0).toBe(true);
      }),
    );
  });
});
