import { afterEach, expect, it, vi } from 'vitest';
import { findBundled } from './bundled-program.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('names the bundle of a program where one was made, else the program', () => {
  vi.stubEnv('SERVER_BUNDLES', '/cache/server/1');
  expect(findBundled('/here/src/one-try.fixture.ts')).toBe('/cache/server/1/one-try.fixture.mjs');
  vi.stubEnv('SERVER_BUNDLES', undefined);
  expect(findBundled('/here/src/main.ts')).toBe('/here/src/main.ts');
});
