import { expect, it } from 'vitest';
import { chooseSeenProofs } from './open-seen-proofs.ts';

const databaseUrl = 'postgresql://db/prahari';
const valkeyUrl = 'redis://cache';

it.each([
  ['the one process of an embedded database', {}, 'memory'],
  ['processes that share a database', { databaseUrl }, 'database'],
  ['processes that share a Valkey too', { databaseUrl, valkeyUrl }, 'valkey'],
  ['who has a Valkey only', { valkeyUrl }, 'valkey'],
  ['who asks for it', { databaseUrl, valkeyUrl, seenProofs: 'process' }, 'memory'],
] as const)(
  '%s: proofs are remembered where no other process is blind for them',
  (_, given, chosen) => {
    const unset = { databaseUrl: undefined, valkeyUrl: undefined, seenProofs: 'shared' } as const;
    expect(chooseSeenProofs({ ...unset, ...given })).toBe(chosen);
  },
);
