import { randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { StartError } from '../errors/app-error.ts';
import type { SealedColumn } from './reseal.ts';
import { type SealingKeys, seal, UnsealError, unseal } from './seal.ts';

/** A secret that all processes of one instance share, sealed in the database. */
export interface InstanceSecret {
  readonly name: string;
  /** Creates it, at the first start of the instance. */
  make(): Buffer;
}

/** @throws StartError when the master key is not the one that sealed it */
export type LoadSecret = (secret: InstanceSecret) => Promise<Buffer>;

/** Names the instance; not secret, but as lasting. */
export const instanceIdSecret: InstanceSecret = {
  name: 'instance-id',
  make: () => Buffer.from(randomBytes(4).toString('hex')),
};

export const instanceSecretColumn: SealedColumn = {
  what: 'secrets of the instance',
  table: 'instance_secrets',
  column: 'sealed',
  context: 'instance-secret:{name}',
};

/**
 * Creates the loader of secrets, which creates missing ones; safe when several processes start at
 * once.
 */
export function createSecretLoader(db: Db, masterKey: SealingKeys): LoadSecret {
  return async ({ name, make }) => {
    const context = `instance-secret:${name}`;
    await db
      .insertInto('instance_secrets')
      .values({ name, sealed: seal(masterKey, make(), context) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const row = await db
      .selectFrom('instance_secrets')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    try {
      return unseal(masterKey, row.sealed, context);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      throw new StartError(
        'The master key does not belong to this database: point MASTER_KEY_FILE at the key that was used before.',
      );
    }
  };
}
