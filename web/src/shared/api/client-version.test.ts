import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { clientVersion } from './client-version.ts';

test('is the version of the package', () => {
  expect(clientVersion).toBe(manifest.version);
});
