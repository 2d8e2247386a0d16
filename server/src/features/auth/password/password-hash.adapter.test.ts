import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.adapter.ts';

/** As cheap as hashes may be: only their order counts here. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('passwords that wait to be checked', () => {
  it('are checked for known devices first, in the order in which they came', async () => {
    const hasher = createPasswordHasher(cheap, 1);
    const stored = await hasher.hash('mango tree');
    const done: string[] = [];
    const check = (who: string, isKnownDevice: boolean) =>
      hasher.verify(stored, 'mango tree', isKnownDevice).then(() => void done.push(who));
    const strangers = Array.from({ length: 180 }, (_, at) => check(`stranger ${at}`, false));
    await Promise.all([...strangers, check('learner', true), check('other learner', true)]);
    // One was being hashed when they came.
    expect(done.slice(0, 4)).toEqual(['stranger 0', 'learner', 'other learner', 'stranger 1']);
    expect(done).toHaveLength(182);
  });

  it('are refused once too many strangers wait, while known devices still get in', async () => {
    const hasher = createPasswordHasher(cheap, 1);
    const stored = await hasher.hash('mango tree');
    const strangers = Array.from({ length: 250 }, () => hasher.verify(stored, 'guess', false));
    const learner = hasher.verify(stored, 'mango tree', true);
    const outcomes = await Promise.allSettled(strangers);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(49);
    expect(await learner).toBe(true);
  });
});
