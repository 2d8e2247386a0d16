import { expect, test } from 'vitest';
import { createChoice } from './choice.ts';

test('who waits for a choice goes on once it is made, whatever comes later', async () => {
  const { chosen, choose, giveUp } = createChoice();
  choose();
  giveUp();
  await expect(chosen).resolves.toBeUndefined();
});

test('who waits for one that is given up waits no longer', async () => {
  const { chosen, choose, giveUp } = createChoice();
  giveUp();
  choose();
  await expect(chosen).rejects.toThrow('nobody chose');
});
