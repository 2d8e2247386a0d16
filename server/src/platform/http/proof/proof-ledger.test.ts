import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../errors/store-unavailable.ts';
import { nonceWindowMs } from './nonce.ts';
import { openProofLedger, type ProofLedger } from './proof-ledger.ts';
import { rememberInMemory } from './seen-in-memory.ts';
import type { SeenProofs } from './seen-proofs.ts';

const secret = Buffer.alloc(32, 1);

/** A store that two ledgers share, whose clock and epoch can be changed and which can be away. */
function openStore() {
  const state = { nowMs: 1_000_000 * nonceWindowMs + 5000, epoch: '', isAway: false, reads: 0 };
  let inner = rememberInMemory(() => state.nowMs);
  const within = <T extends { epoch: string }>(answer: T): T => {
    if (state.isAway) throw new StoreUnavailable('away');
    return { ...answer, epoch: state.epoch + answer.epoch };
  };
  const store: SeenProofs = {
    async read() {
      state.reads += 1;
      return within(await inner.read());
    },
    note: async (proof) => within(await inner.note(proof)),
    stop: async () => {},
  };
  /** As a crash does. */
  const forget = () => {
    inner = rememberInMemory(() => state.nowMs);
  };
  return { state, store, forget };
}

async function use(ledger: ProofLedger, nonce: string, requestKey: string = randomUUID()) {
  const valid = await ledger.readNonce(nonce);
  if (valid === null) return 'nonce_required';
  return ledger.acceptOnce({ nonce: valid, deviceId: 'device', requestKey, strangerIn: null }).then(
    () => 'accepted',
    (error: Error & { reason?: string }) => error.reason ?? error.name,
  );
}

describe('a ledger of proofs', () => {
  it('accepts the nonce of another process, and a proof once in both', async () => {
    const { store } = openStore();
    const [one, other] = [await open(store), await open(store)];
    const nonce = one.currentNonce();
    expect(await use(other, nonce, 'same')).toBe('accepted');
    expect(await use(one, nonce, 'same')).toBe('proof_replayed');
    expect(await use(other, nonce)).toBe('accepted');
  });

  it('does not accept nonces of another instance', async () => {
    const { store } = openStore();
    const stranger = await openProofLedger({ store, secret: Buffer.alloc(32, 2) });
    expect(await use(await open(store), stranger.currentNonce())).toBe('nonce_required');
  });

  it('refuses a proof after a crash of the store, wherever it is sent', async () => {
    const { store, forget } = openStore();
    const [one, other] = [await open(store), await open(store)];
    const nonce = one.currentNonce();
    expect(await use(one, nonce, 'before')).toBe('accepted');
    forget();
    expect(await use(one, nonce, 'before')).toBe('nonce_required');
    expect(await use(one, nonce, 'before')).toBe('nonce_required');
    expect(await use(other, nonce, 'before')).toBe('nonce_required');
    expect(await use(other, one.currentNonce())).toBe('accepted');
  });

  it('learns of a new epoch from the nonce of a process that knows it', async () => {
    const { store, forget } = openStore();
    const [one, other] = [await open(store), await open(store)];
    await use(other, 'A'.repeat(30));
    forget();
    await use(one, one.currentNonce());
    // Forged ones have made it ask lately: it must be spared, but not be blind for long.
    await expect.poll(() => use(other, one.currentNonce()), { timeout: 5000 }).toBe('accepted');
  });

  it('asks the store seldom, however many forged nonces come', async () => {
    const { store, state } = openStore();
    const ledger = await open(store);
    const startedMs = performance.now();
    for (let i = 0; i < 500; i += 1) await use(ledger, 'A'.repeat(30));
    expect(state.reads).toBeLessThanOrEqual(2 + (performance.now() - startedMs) / 1000);
  });

  it.each([
    ['forwards', 90_000],
    ['backwards', -90_000],
    ['far forwards', 20 * nonceWindowMs],
    ['far backwards', -20 * nonceWindowMs],
  ])('follows the clock of the store %s: one more round trip at most', async (_, byMs) => {
    const { store, state } = openStore();
    const [one, other] = [await open(store), await open(store)];
    state.nowMs += byMs;
    for (const ledger of [one, other]) {
      const first = await use(ledger, ledger.currentNonce());
      if (first !== 'accepted') expect(first).toBe('nonce_required');
      expect(await use(ledger, ledger.currentNonce())).toBe('accepted');
    }
    expect(await use(other, one.currentNonce())).toBe('accepted');
  });

  it('refuses nonces that have become too old', async () => {
    const { store, state } = openStore();
    const ledger = await open(store);
    const nonce = ledger.currentNonce();
    state.nowMs += nonceWindowMs;
    expect(await use(ledger, nonce)).toBe('accepted');
    state.nowMs += nonceWindowMs;
    expect(await use(ledger, nonce)).toBe('nonce_required');
    expect(await use(ledger, nonce)).toBe('nonce_required');
  });

  it('accepts nothing while the store is away, and everything fresh afterwards', async () => {
    const { store, state } = openStore();
    const ledger = await open(store);
    const nonce = ledger.currentNonce();
    state.isAway = true;
    expect(await use(ledger, nonce, 'meanwhile')).toBe('StoreUnavailable');
    state.isAway = false;
    expect(await use(ledger, nonce)).toBe('accepted');
  });
});

function open(store: SeenProofs) {
  return openProofLedger({ store, secret });
}
