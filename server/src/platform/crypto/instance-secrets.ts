import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { StartError } from '../errors/app-error.ts';
import type { SealedColumn } from './reseal.ts';
import { type SealingKeys, seal, UnsealError, unseal } from './seal.ts';

/** Secrets that all processes of one instance share, sealed in the database. */
export interface InstanceSecrets {
  /** Names the instance; not secret. */
  readonly instanceId: string;
  /** PKCS #8 PEM of the ES256 key that signs access and user tokens. */
  readonly tokenKeyPem: string;
  /** HMAC key of signed delivery paths. */
  readonly deliveryKey: Buffer;
  /** HMAC key from which a refresh token's successor is derived. */
  readonly refreshKey: Buffer;
}

export const instanceSecretColumn: SealedColumn = {
  what: 'secrets of the instance',
  table: 'instance_secrets',
  column: 'sealed',
  context: 'instance-secret:{name}',
};

const makers: Record<string, () => Buffer> = {
  'instance-id': () => Buffer.from(randomBytes(4).toString('hex')),
  'token-key': () =>
    Buffer.from(
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }),
    ),
  'delivery-key': () => randomBytes(32),
  'refresh-key': () => randomBytes(32),
};

/**
 * Loads the secrets, making those that are missing; safe when several processes start at once.
 * @throws StartError when the master key is not the one that sealed them
 */
export async function loadInstanceSecrets(
  db: Db,
  masterKey: SealingKeys,
): Promise<InstanceSecrets> {
  const read = async (name: string): Promise<Buffer> => {
    const context = `instance-secret:${name}`;
    const made = makers[name]?.();
    if (!made) throw new Error(`no secret is called ${name}`);
    await db
      .insertInto('instance_secrets')
      .values({ name, sealed: seal(masterKey, made, context) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const row = await db
      .selectFrom('instance_secrets')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return unseal(masterKey, row.sealed, context);
  };
  try {
    return {
      instanceId: (await read('instance-id')).toString(),
      tokenKeyPem: (await read('token-key')).toString(),
      deliveryKey: await read('delivery-key'),
      refreshKey: await read('refresh-key'),
    };
  } catch (error) {
    if (error instanceof UnsealError)
      throw new StartError(
        'The master key does not belong to this database: point MASTER_KEY_FILE at the key that was used before.',
      );
    throw error;
  }
}
