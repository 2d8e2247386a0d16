import { describe, expect, it } from 'vitest';
import { isInstalled } from './dependencies.mjs';

const record = (packages: Record<string, object>) =>
  JSON.stringify({ packages: { '': {}, ...packages } });
const fastify = { 'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-a' } };
const addon = { 'node_modules/addon': { version: '1.0.0', optional: true } };
const tool = { 'node_modules/tool': { version: '2.0.0', dev: true } };
const native = (os: string | string[]) => ({
  'node_modules/native': { version: '3.0.0', optional: true, os, cpu: [process.arch] },
});

describe('isInstalled', () => {
  it('accepts what the lock file asks for, with or without the optional', () => {
    expect(isInstalled(record({ ...fastify, ...addon }), record(fastify), 'all')).toBe(true);
    expect(isInstalled(record(fastify), record(fastify), 'all')).toBe(true);
  });

  it('misses a tool at the level of the tests alone', () => {
    const lock = record({ ...fastify, ...tool });
    expect(isInstalled(lock, record(fastify), 'runtime')).toBe(true);
    expect(isInstalled(lock, record(fastify), 'all')).toBe(false);
    expect(isInstalled(lock, record({ ...fastify, ...tool }), 'runtime')).toBe(true);
  });

  it('misses what npm left out although it is for this machine', () => {
    expect(isInstalled(record(native(process.platform)), record({}), 'all')).toBe(false);
    expect(isInstalled(record(native([process.platform])), record({}), 'all')).toBe(false);
    expect(isInstalled(record(native(['aix'])), record({}), 'all')).toBe(true);
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
    expect(isInstalled(record(fastify), installed, 'runtime')).toBe(false);
  });
});
