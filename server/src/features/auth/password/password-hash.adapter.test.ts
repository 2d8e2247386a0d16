import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.adapter.ts';

/** As cheap as hashes may be: only their order counts here. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('passwords that wait to be checked', () => {
  it('are checked for known devices first, in the order of arrival', async () => {
    const hasher = createPasswordHasher(cheap, 1);
    const stored = await hasher.hashPassword('mango tree');
    const done: string[] = [];
    const check = (who: string, isKnownDevice: boolean) =>
      hasher.verifyPassword(stored, 'mango tree', isKnownDevice).then(() => void done.push(who));
    const newDevices = Array.from({ length: 180 }, (_, at) => check(`new device ${at}`, false));
    await Promise.all([...newDevices, check('learner', true), check('other learner', true)]);
    // One was being hashed when they arrived.
    expect(done.slice(0, 4)).toEqual(['new device 0', 'learner', 'other learner', 'new device 1']);
    expect(done).toHaveLength(182);
  });

  it('are refused once too many new devices wait, while known devices still sign in', async () => {
    const hasher = createPasswordHasher(cheap, 1);
    const stored = await hasher.hashPassword('mango tree');
    const newDevices = Array.from({ length: 250 }, () =>
      hasher.verifyPassword(stored, 'guess', false),
    );
    const learner = hasher.verifyPassword(stored, 'mango tree', true);
    const outcomes = await Promise.allSettled(newDevices);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(49);
    expect(await learner).toBe(true);
  });
});
