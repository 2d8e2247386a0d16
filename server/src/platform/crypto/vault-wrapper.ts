import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { StartError } from '../errors/app-error.ts';
import { askPatiently, KeyServiceAway, type KeyWrapper } from './key-wrapper.ts';

const timeoutMs = 5000;
const encryptedSchema = z.object({ data: z.object({ ciphertext: z.string() }) });
const decryptedSchema = z.object({ data: z.object({ plaintext: z.string() }) });

export interface VaultPlace {
  /** Without a slash at its end. */
  readonly address: string;
  /** Read at each use: an agent may renew it. */
  readonly tokenFile: string;
  readonly mount: string;
  readonly keyName: string;
  readonly namespace: string | undefined;
}

/**
 * Wraps keys by the transit engine of HashiCorp Vault.
 * https://developer.hashicorp.com/vault/api-docs/secret/transit
 */
export function createVaultWrapper(
  place: VaultPlace,
  wait: (ms: number) => Promise<unknown> = delay,
): KeyWrapper {
  const ask = (act: 'encrypt' | 'decrypt', body: object) =>
    askPatiently(() => callTransit(place, act, body), wait);
  return {
    async wrap(key) {
      const plaintext = Buffer.from(key).toString('base64');
      const answer = z.safeParse(encryptedSchema, await ask('encrypt', { plaintext }));
      if (!answer.success) throw notUnderstood(place);
      return answer.data.data.ciphertext;
    },
    async unwrap(ciphertext) {
      const answer = z.safeParse(decryptedSchema, await ask('decrypt', { ciphertext }));
      if (!answer.success) throw notUnderstood(place);
      return Buffer.from(answer.data.data.plaintext, 'base64');
    },
  };
}

/** @throws StartError, whose texts never repeat what Vault or a request holds */
async function callTransit(
  { address, tokenFile, mount, keyName, namespace }: VaultPlace,
  act: 'encrypt' | 'decrypt',
  body: object,
): Promise<unknown> {
  const token = await readFile(tokenFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code ?? 'unknown';
    throw new StartError(`MASTER_KEY_VAULT_TOKEN_FILE (${tokenFile}) can't be read: ${why}.`);
  });
  const url = `${address}/v1/${mount}/${act}/${encodeURIComponent(keyName)}`;
  const headers = {
    'content-type': 'application/json',
    'x-vault-request': 'true',
    'x-vault-token': token.trim(),
    ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(timeoutMs);
  // A redirect would carry the token to an address that was not configured.
  const answer = await fetch(url, { ...request, redirect: 'manual', signal }).catch(() => {
    throw new KeyServiceAway(
      `Vault at ${address} can't be reached, so the master key can't be read.`,
    );
  });
  const text = await answer.text().catch(() => '');
  if (answer.ok) return parseJson(text);
  throw describeRefusal(answer.status, { address, tokenFile, mount, keyName, act });
}

function describeRefusal(
  status: number,
  at: Pick<VaultPlace, 'address' | 'tokenFile' | 'mount' | 'keyName'> & { act: string },
): StartError {
  const where = `Vault at ${at.address}`;
  switch (status) {
    case 400:
      return new StartError(
        `${where} can't ${at.act} the master key with its key ${at.keyName}: the wrapped key was made with another one, or changed.`,
      );
    case 403:
      return new StartError(
        `${where} does not let the token in ${at.tokenFile} ${at.act} with the key ${at.keyName}: it is wrong, has expired, or its policy lacks ${at.mount}/${at.act}/${at.keyName}.`,
      );
    case 404:
      return new StartError(`${where} has no key ${at.keyName} at ${at.mount}.`);
    case 503:
      return new KeyServiceAway(`${where} is sealed or in maintenance: unseal it.`);
    default: {
      const text = `${where} answered with status ${status}, so the master key can't be read.`;
      return status >= 500 || status === 429 ? new KeyServiceAway(text) : new StartError(text);
    }
  }
}

function notUnderstood({ address }: VaultPlace): StartError {
  return new StartError(`What answers at ${address} is no transit engine of Vault.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
