import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  buildConnectionString,
  doesSocketFit,
  formatClusterName,
  formatSettingArguments,
  listServerSettings,
  parseLauncherPid,
} from './settings.ts';

const plan = {
  socketDir: '/srv/pg',
  tcpPort: undefined,
  totalMemoryBytes: 4 * 1024 ** 3,
  launcherPid: 42,
};

describe('serverSettings', () => {
  it('never trades durability for speed', () => {
    expect(listServerSettings(plan)).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
    });
  });

  it('listens on no network unless a port is asked for', () => {
    expect(listServerSettings(plan)['listen_addresses']).toBe('');
    const withPort = listServerSettings({ ...plan, tcpPort: 5999 });
    expect(withPort).toMatchObject({ listen_addresses: '127.0.0.1', port: '5999' });
  });

  it('keeps the buffers between 32 and 512 MiB and within an eighth of any larger memory', () => {
    fc.assert(
      fc.property(fc.integer({ min: 64, max: 1_048_576 }), (mebibytes) => {
        const settings = listServerSettings({ ...plan, totalMemoryBytes: mebibytes * 1024 ** 2 });
        const buffers = Number.parseInt(settings['shared_buffers'] ?? '', 10);
        expect(buffers).toBeGreaterThanOrEqual(32);
        expect(buffers).toBeLessThanOrEqual(Math.max(32, Math.min(512, mebibytes / 8)));
      }),
    );
  });
});

describe('socketFits', () => {
  it('counts bytes, not characters, with the file name that PostgreSQL adds', () => {
    expect(doesSocketFit(`/${'a'.repeat(91)}`, 'linux')).toBe(true);
    expect(doesSocketFit(`/${'a'.repeat(92)}`, 'linux')).toBe(false);
    expect(doesSocketFit(`/${'अ'.repeat(31)}`, 'linux')).toBe(false);
    expect(doesSocketFit(`/${'a'.repeat(91)}`, 'darwin')).toBe(false);
  });
});

describe('launcherPidOf', () => {
  it('finds in a command line what the settings put there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_194_304 }), (launcherPid) => {
        const line = formatSettingArguments(listServerSettings({ ...plan, launcherPid })).join(' ');
        expect(parseLauncherPid(line)).toBe(launcherPid);
      }),
    );
  });

  it('knows no launcher of a foreign server', () => {
    expect(parseLauncherPid('postgres -D /srv/pg -c cluster_name=main')).toBeUndefined();
    expect(formatClusterName(7)).toBe('prahari_7');
  });
});

describe('connectionStringOf', () => {
  it('is read back by the driver for any folder and password', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }),
        fc.stringMatching(/^\/[\w अ%&?#+,-]{1,40}$/u),
        fc.integer({ min: 1, max: 65_535 }),
        (secret, socketDir, anyPort) => {
          const target = {
            user: 'prahari',
            password: secret,
            database: 'prahari',
            socketDir,
            port: anyPort,
          };
          const client = new pg.Client({ connectionString: buildConnectionString(target) });
          const { user, password, database, host, port } = client;
          expect({ user, password, database, host, port }).toEqual({
            user: target.user,
            password: target.password,
            database: target.database,
            host: socketDir,
            port: target.port,
          });
        },
      ),
    );
  });
});
