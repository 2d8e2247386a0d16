import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  defineChoiceSetting,
  defineOptionalTextSetting,
  defineServiceAddressSetting,
  defineTextSetting,
  type Setting,
  type ValuesOf,
} from '../config/setting.ts';
import { StartError } from '../errors/app-error.ts';
import type { KeyWrapper } from './key-wrapper.ts';
import { openKmsWrapper } from './kms-wrapper.ts';
import type { MasterKeyPlace } from './master-key.ts';
import { createVaultWrapper } from './vault-wrapper.ts';

const asSecret = <Value>(setting: Setting<Value>): Setting<Value> => ({
  ...setting,
  isSecret: true,
});

export const masterKeySettings = {
  masterKey: defineChoiceSetting(
    'MASTER_KEY',
    'Where the master key comes from: a file of its own (`file`), or a file that HashiCorp Vault (`vault`) or AWS KMS (`aws-kms`) unwraps at the start. `npm run keys:wrap` makes that file.',
    ['file', 'vault', 'aws-kms'],
  ),
  masterKeyFile: defineOptionalTextSetting(
    'MASTER_KEY_FILE',
    'File with the master key (32 bytes as base64) that seals content keys, or with the wrapped one. Keep a copy apart from the database.',
    '`DATA_DIR/master.key`, made at the first start; wrapped: `DATA_DIR/master.key.wrapped`',
  ),
  masterKeyWrapped: asSecret(
    defineOptionalTextSetting(
      'MASTER_KEY_WRAPPED',
      'The wrapped master key itself, in place of its file. It can’t be rotated then.',
    ),
  ),
  vaultAddress: defineServiceAddressSetting(
    'MASTER_KEY_VAULT_ADDRESS',
    'Address of Vault, for instance `https://vault.example.org:8200`.',
    '–',
  ),
  vaultTokenFile: defineOptionalTextSetting(
    'MASTER_KEY_VAULT_TOKEN_FILE',
    'File with a token that may decrypt with that key (and encrypt, to wrap). It is read at each use, so an agent may renew it.',
  ),
  vaultKey: defineTextSetting(
    'MASTER_KEY_VAULT_KEY',
    'Name of the key in the transit engine.',
    'prahari',
  ),
  vaultMount: defineTextSetting(
    'MASTER_KEY_VAULT_MOUNT',
    'Path at which the transit engine is mounted.',
    'transit',
  ),
  vaultNamespace: defineOptionalTextSetting(
    'MASTER_KEY_VAULT_NAMESPACE',
    'Namespace in Vault Enterprise.',
  ),
  kmsKey: defineOptionalTextSetting(
    'MASTER_KEY_KMS_KEY',
    'Id, alias or ARN of the symmetric key in AWS KMS.',
  ),
  kmsRegion: defineTextSetting('MASTER_KEY_KMS_REGION', 'Region of that key.', 'us-east-1'),
  kmsEndpoint: defineServiceAddressSetting(
    'MASTER_KEY_KMS_ENDPOINT',
    'Address of a service that speaks like AWS KMS, or of a VPC endpoint.',
    'AWS KMS of the region',
  ),
  kmsAccessKeyFile: defineOptionalTextSetting(
    'MASTER_KEY_KMS_ACCESS_KEY_FILE',
    'File with the access key id.',
    'the credentials of the machine, as AWS programs find them',
  ),
  kmsSecretKeyFile: defineOptionalTextSetting(
    'MASTER_KEY_KMS_SECRET_KEY_FILE',
    'File with the secret access key.',
  ),
} as const;

export type MasterKeyConfig = ValuesOf<typeof masterKeySettings>;

/**
 * Tells where the master key is and what unwraps it. Asks no service yet.
 * @throws StartError for settings that are missing or can't be read
 */
export async function findMasterKeyPlace(
  config: MasterKeyConfig & { readonly dataDir: string },
): Promise<MasterKeyPlace> {
  const { masterKeyFile: file, masterKeyWrapped: wrapped } = config;
  const dataDir = path.resolve(config.dataDir);
  const wrapper = await openKeyWrapper(config);
  if (!wrapper) {
    if (wrapped === undefined) return { file, dataDir };
    throw new StartError('MASTER_KEY_WRAPPED needs MASTER_KEY=vault or MASTER_KEY=aws-kms too.');
  }
  return { file, dataDir, wrapper, wrapped };
}

async function openKeyWrapper(config: MasterKeyConfig): Promise<KeyWrapper | undefined> {
  if (config.masterKey === 'vault') {
    const { vaultAddress, vaultTokenFile: tokenFile } = config;
    if (vaultAddress === undefined || tokenFile === undefined) {
      throw new StartError(
        'MASTER_KEY=vault needs MASTER_KEY_VAULT_ADDRESS and MASTER_KEY_VAULT_TOKEN_FILE too.',
      );
    }
    return createVaultWrapper({
      address: vaultAddress.replace(/\/+$/, ''),
      tokenFile,
      mount: config.vaultMount,
      keyName: config.vaultKey,
      namespace: config.vaultNamespace,
    });
  }
  if (config.masterKey === 'aws-kms') {
    const { kmsKey: keyId, kmsRegion: region, kmsEndpoint: endpoint } = config;
    if (keyId === undefined) {
      throw new StartError('MASTER_KEY=aws-kms needs MASTER_KEY_KMS_KEY too.');
    }
    return openKmsWrapper({ keyId, region, endpoint, credentials: await readCredentials(config) });
  }
  return undefined;
}

async function readCredentials({
  kmsAccessKeyFile: id,
  kmsSecretKeyFile: secret,
}: MasterKeyConfig) {
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined || secret === undefined) {
    throw new StartError(
      'MASTER_KEY_KMS_ACCESS_KEY_FILE and MASTER_KEY_KMS_SECRET_KEY_FILE go together.',
    );
  }
  const read = (variable: string, file: string) =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`${variable} (${file}) can't be read: ${error.code ?? 'unknown'}.`);
    });
  const accessKeyId = (await read('MASTER_KEY_KMS_ACCESS_KEY_FILE', id)).trim();
  const secretAccessKey = (await read('MASTER_KEY_KMS_SECRET_KEY_FILE', secret)).trim();
  return { accessKeyId, secretAccessKey };
}
