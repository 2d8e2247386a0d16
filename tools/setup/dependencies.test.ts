import { describe, expect, it } from 'vitest';
import { isInstalled } from './dependencies.mjs';

const record = (packages: Record<string, object>) =>
  JSON.stringify({ packages: { '': {}, ...packages } });
const fastify = { 'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-a' } };
const addon = { 'node_modules/addon': { version: '1.0.0', optional: true } };

describe('isInstalled', () => {
  it('accepts what the lock file asks for, with or without the optional', () => {
    expect(isInstalled(record({ ...fastify, ...addon }), record(fastify))).toBe(true);
    expect(isInstalled(record(fastify), record(fastify))).toBe(true);
  });

  it.each([
    ['nothing installed', undefined],
    ['a missing package', record({})],
    ['another version', record({ 'node_modules/fastify': { version: '5.0.0' } })],
    [
      'another tarball of the same version',
      record({ 'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-b' } }),
    ],
    ['a package too many', record({ ...fastify, 'node_modules/old': { version: '1.0.0' } })],
  ])('sees %s', (_, installed) => {
    expect(isInstalled(record(fastify), installed)).toBe(false);
  });
});
