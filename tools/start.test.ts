import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './setup/root.mjs';

let clone: string;

/** All that the start may read before it installs anything. */
beforeAll(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), 'prahari-arguments-'));
  for (const name of [
    'tools',
    'package.json',
    'package-lock.json',
    'server/src/start-options.json',
  ]) {
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true });
  }
});
afterAll(() => rmSync(clone, { recursive: true }));

test.each([
  ['foo', "Unexpected argument 'foo'."],
  ['--fast', "Unknown option '--fast'."],
  ['--demo=yes', "Option '--demo' does not take an argument."],
])(
  'npm start %s is refused in one sentence, before anything is installed',
  (argument, sentence) => {
    const main = path.join(clone, 'tools', 'start.mjs');
    // An install would fail at once.
    const env = { PATH: '/nowhere', npm_config_offline: 'true' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, argument], { env });
    expect(status).toBe(1);
    expect(stdout.toString()).toBe('');
    expect(stderr.toString()).toBe(
      `${sentence} npm start -- takes --demo, --new-admin-password, --migrate, --move-to, --version, --help.\n`,
    );
    expect(readdirSync(clone)).not.toContain('node_modules');
  },
);
