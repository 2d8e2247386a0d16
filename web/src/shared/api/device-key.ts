import type { DeviceStep } from '@prahari/contract';
import { calculateThumbprint, generateKeyPair, generateProof, type KeyPair } from 'dpop';
import { createCorrelationId } from './correlation-id.ts';
import { DeviceKeyUnavailable } from './device-key-unavailable.ts';
import { type KeptStep, keepTakenStep, planStep } from './device-steps.ts';

const DATABASE = 'prahari-device';
const STORE = 'keys';
const KEY_ID = 'device';
/** Stored with the key, so that a copy of the one is a copy of the other. */
const STEP_ID = 'step';

/** The key that identifies this browser. It can sign, and can't be read out. */
export interface DeviceKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly deviceId: string;
  /**
   * Signs a DPoP proof (RFC 9449, section 4.2); `requestKey` is its `jti`. With `takesStep` it says the
   * step that this browser takes, which is on disk by then.
   * @throws DeviceKeyUnavailable where a step can't be kept
   */
  prove(claims: {
    takesStep?: boolean;
    method: string;
    url: string;
    nonce: string | undefined;
    accessToken: string | undefined;
  }): Promise<{ proof: string; requestKey: string; deviceId: string }>;
  /** Notes that the server took the step of the proof with that `jti`. */
  noteStepTaken(requestKey: string | undefined): Promise<void>;
  /** Signs the index of an offline copy (ES256), which no server takes for a proof. */
  signIndex(text: string): Promise<ArrayBuffer>;
  verifyIndex(text: string, signature: ArrayBuffer): Promise<boolean>;
}

/** WebCrypto and IndexedDB exist on secure origins only (W3C Secure Contexts). */
export function canKeepDeviceKey(): boolean {
  return globalThis.isSecureContext === true && 'subtle' in crypto && 'indexedDB' in globalThis;
}

/**
 * Reads the device key of this browser, and makes one on the first visit.
 * @throws DeviceKeyUnavailable where storage is denied or full
 */
export async function openDeviceKey(): Promise<DeviceKey> {
  const pair = await keptPair().catch((error: unknown) => {
    throw new DeviceKeyUnavailable(error);
  });
  return createDeviceKey(pair);
}

async function keptPair(): Promise<KeyPair> {
  const database = await openDatabase();
  try {
    const stored = await read(database);
    // WebCrypto would let an IndexedDB transaction close, so the key is made before it opens.
    return stored ?? (await addIfAbsent(database, await generateKeyPair('ES256')));
  } finally {
    database.close();
  }
}

async function createDeviceKey(pair: KeyPair): Promise<DeviceKey> {
  const deviceId = await calculateThumbprint(pair.publicKey);
  let sent: { readonly requestKey: string; readonly step: DeviceStep } | undefined;
  return {
    deviceId,
    async prove({ method, url, nonce, accessToken, takesStep = false }) {
      const claims = takesStep ? { step: { ...(await keepNextStep()).step } } : undefined;
      const proof = await generateProof(pair, url, method, nonce, accessToken, claims);
      const requestKey = readJti(proof);
      if (claims) sent = { requestKey, ...claims };
      return { proof, requestKey, deviceId };
    },
    async noteStepTaken(requestKey) {
      const step = sent?.requestKey === requestKey ? sent?.step : undefined;
      if (step) await changeStep((kept) => keepTakenStep(kept, step), 'relaxed');
    },
    signIndex: (text) => crypto.subtle.sign(indexAlgorithm, pair.privateKey, indexBytes(text)),
    verifyIndex: (text, signature) =>
      crypto.subtle.verify(indexAlgorithm, pair.publicKey, signature, indexBytes(text)),
  };
}

const indexAlgorithm = { name: 'ECDSA', hash: 'SHA-256' };

/** What is signed of a JWS is base64url and a dot: with a line break in it, this is never one. */
const indexBytes = (text: string) => new TextEncoder().encode(`prahari-offline-index\n${text}`);

/**
 * Returns the step to send, stored permanently. If nothing can be written, the last one is sent
 * again: it still identifies the same browser.
 */
async function keepNextStep(): Promise<KeptStep> {
  let before: KeptStep | undefined;
  try {
    const kept = await changeStep((present) => {
      before = present;
      return planStep(present, createCorrelationId);
    }, 'strict');
    if (kept) return kept;
  } catch (error) {
    if (!before) throw new DeviceKeyUnavailable(error);
  }
  if (before) return before;
  throw new DeviceKeyUnavailable('no step');
}

/**
 * Reads and writes in one transaction, so that no tab continues from a step that another has just
 * replaced. A crash does not undo `strict` writes.
 */
async function changeStep(
  change: (kept: KeptStep | undefined) => KeptStep | undefined,
  durability: IDBTransactionDurability,
): Promise<KeptStep | undefined> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, 'readwrite', { durability });
    const store = transaction.objectStore(STORE);
    let changed: KeptStep | undefined;
    const present = store.get(STEP_ID);
    present.onsuccess = () => {
      const kept: unknown = present.result;
      const before = isKeptStep(kept) ? kept : undefined;
      changed = change(before);
      if (changed !== before) store.put(changed, STEP_ID);
    };
    await completed(transaction);
    return changed;
  } finally {
    database.close();
  }
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Reads the `jti` in the payload of a compact JWS that this page has just made. */
export function readJti(proof: string): string {
  const payload = (proof.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
  const claims: unknown = JSON.parse(atob(payload));
  if (typeof claims === 'object' && claims !== null && 'jti' in claims) return String(claims.jti);
  throw new TypeError('A proof without jti');
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE);
  };
  return settled(opening);
}

async function read(database: IDBDatabase): Promise<KeyPair | undefined> {
  const found: unknown = await settled(database.transaction(STORE).objectStore(STORE).get(KEY_ID));
  return isKeyPair(found) ? found : undefined;
}

/**
 * Adds a key in one transaction, so two tabs that make a key at once both end with the first one's.
 */
async function addIfAbsent(database: IDBDatabase, made: KeyPair): Promise<KeyPair> {
  const transaction = database.transaction(STORE, 'readwrite');
  const store = transaction.objectStore(STORE);
  const chosen = await new Promise<KeyPair>((resolve, reject) => {
    const present = store.get(KEY_ID);
    present.onerror = () => reject(present.error);
    present.onsuccess = () => {
      const found: unknown = present.result;
      if (isKeyPair(found)) return resolve(found);
      store.put(made, KEY_ID);
      resolve(made);
    };
  });
  await completed(transaction);
  return chosen;
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function isKeptStep(value: unknown): value is KeptStep {
  return typeof value === 'object' && value !== null && 'isTaken' in value;
}

function isKeyPair(value: unknown): value is KeyPair {
  return (
    typeof value === 'object' &&
    value !== null &&
    'privateKey' in value &&
    value.privateKey instanceof CryptoKey &&
    'publicKey' in value &&
    value.publicKey instanceof CryptoKey
  );
}
