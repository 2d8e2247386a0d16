import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWindow } from './nonce.ts';
import type { SeenProofs } from './seen-proofs.ts';

const newId = () => randomBytes(16).toString('hex');

/**
 * Describes what every store of seen proofs must do; `open` is called twice, as by two processes where
 * the store is shared, and once where it is not.
 */
export function describeSeenProofs(
  name: string,
  { open, isShared }: { open: () => Promise<SeenProofs>; isShared: boolean },
): void {
  describe(name, () => {
    let one: SeenProofs;
    let other: SeenProofs;
    let window: number;
    beforeAll(async () => {
      one = await open();
      other = isShared ? await open() : one;
      window = findWindow((await one.read()).nowMs);
    });
    afterAll(async () => {
      await one.stop();
      if (isShared) await other.stop();
    });

    it('knows a proof from its second use on, wherever it is used', async () => {
      const id = newId();
      expect(await one.note({ window, id })).toMatchObject({ isFirst: true });
      expect(await other.note({ window, id })).toMatchObject({ isFirst: false });
      expect(await one.note({ window, id })).toMatchObject({ isFirst: false });
    });

    it('keeps the windows apart that are used at one time', async () => {
      const ids = [newId(), newId(), newId()];
      const noteAll = () =>
        Promise.all(ids.map((id, i) => one.note({ window: window - 1 + i, id })));
      expect((await noteAll()).map(({ isFirst }) => isFirst)).toEqual([true, true, true]);
      expect((await noteAll()).map(({ isFirst }) => isFirst)).toEqual([false, false, false]);
    });

    it('accepts one of many that come at the same moment', async () => {
      for (let round = 0; round < 20; round += 1) {
        const id = newId();
        const others = Array.from({ length: 5 }, () => ({ window, id: newId() }));
        const same = [one, other, one, other].map((store) => store.note({ window, id }));
        const apart = others.map((proof) => other.note(proof));
        const answers = await Promise.all(same);
        expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1);
        for (const answer of await Promise.all(apart)) expect(answer.isFirst).toBe(true);
      }
    });

    it('says epoch and time with each answer, the same to all who share it', async () => {
      const moments = [
        await one.read(),
        await one.note({ window, id: newId() }),
        await other.note({ window, id: newId() }),
        await other.read(),
      ];
      expect(new Set(moments.map(({ epoch }) => epoch)).size).toBe(1);
      const times = moments.map(({ nowMs }) => nowMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    });
  });
}
