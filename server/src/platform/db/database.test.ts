import { expect, it } from 'vitest';
import { StartError } from '../errors/app-error.ts';
import { checkDatabase } from './database.ts';

/** A pool whose server says that it has this version, and its database this encoding. */
const poolOf = (version: number, encoding = 'UTF8') =>
  Object({ query: async () => ({ rows: [{ version, encoding }] }) });

it('takes PostgreSQL 15 and newer, and refuses older ones in one sentence', async () => {
  for (const version of [150_000, 150_018, 180_004]) {
    await expect(checkDatabase(poolOf(version))).resolves.toBeUndefined();
  }
  const refused = checkDatabase(poolOf(140_019));
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow('older than 15');
});

it('refuses a database that can’t hold Hindi names, and says how to create one that can', async () => {
  const refused = checkDatabase(poolOf(150_000, 'SQL_ASCII'));
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow("SQL_ASCII, which can't hold all names");
});
