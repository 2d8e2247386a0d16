import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import StrayErrorsReporter, { strayErrorsVariable } from './stray-errors.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stray-errors-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('leaves the first line of each error, with the place in a test that raised it', () => {
  const file = path.join(folder, 'errors.json');
  vi.stubEnv(strayErrorsVariable, file);
  new StrayErrorsReporter().onTestRunEnd(undefined, [
    {
      message: 'gone\nmore',
      stack: 'at open node:fs\n  at read a.test.ts:3:1\n  at b.test.ts:1:1',
    },
    { message: 'no place', stack: 'at open node:fs' },
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
    'outside of any test: gone at read a.test.ts:3:1',
    'outside of any test: no place',
  ]);
});
