import { expect, it } from 'vitest';
import { StartError } from '../errors/app-error.ts';
import { checkDatabase } from './database.ts';

/** A pool whose server says that it has this version. */
const poolOf = (version: number) => Object({ query: async () => ({ rows: [{ version }] }) });

it('takes PostgreSQL 15 and newer, and refuses older ones in one sentence', async () => {
  for (const version of [150_000, 150_018, 180_004]) {
    await expect(checkDatabase(poolOf(version))).resolves.toBeUndefined();
  }
  const refused = checkDatabase(poolOf(140_019));
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow('older than 15');
});
