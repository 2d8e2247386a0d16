import { type DataOf, endpoints, type PersistenceEvent, type Stream } from '@prahari/contract';
import * as z from 'zod/mini';
import type { Api } from '../../../../shared/api/browser-api.ts';

type Licence = DataOf<typeof endpoints.drm.clearKeyLicense>;
/** Answers a licence for key IDs (base64url). */
export type LicenceSource = (keyIds: readonly string[]) => Promise<Licence>;

/** Notes what becomes of licences (specification, section 3: the persistence log). */
export type NoteLicence = (eventType: PersistenceEvent['eventType'], networkCall: boolean) => void;

const defaultKeyId = /default_KID="([0-9a-fA-F-]{36})"/g;

/** Lists the key IDs that a DASH manifest names (ISO/IEC 23001-7, `cenc:default_KID`), as base64url. */
export function listKeyIds(manifest: string): string[] {
  const found = [...manifest.matchAll(defaultKeyId)].map(([, keyId = '']) => base64url(keyId));
  return [...new Set(found)];
}

function base64url(keyId: string): string {
  const bytes = keyId.replaceAll('-', '').match(/../g) ?? [];
  const binary = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Asks for the licence of everything that the manifest names at once, while the player library and
 * the first segments are still on their way, and not before the user chose to watch. Clear Key
 * keeps no licence, so requests are noted and no look-up is, also where the answer was there ahead.
 */
export function createLicenceSource(
  api: Pick<Api, 'call'>,
  stream: Stream,
  chosen: Promise<void>,
  note: NoteLicence = () => undefined,
): LicenceSource {
  const ask = (keyIds: readonly string[]) => {
    note('license_request', true);
    const asked = api.call(endpoints.drm.clearKeyLicense, {
      query: { playbackSession: stream.playbackSessionId },
      body: { kids: [...keyIds], type: 'temporary' },
    });
    asked.catch(() => note('license_load_failed', true));
    return asked;
  };
  const ahead = listKeyIds(stream.manifest.text);
  if (ahead.length === 0) return ask;
  const asked = chosen.then(() => ask(ahead));
  // A refusal reaches the caller who needs the licence; until then it is no unhandled error.
  asked.catch(() => undefined);
  return (keyIds) => {
    if (!keyIds.every((keyId) => ahead.includes(keyId))) return ask(keyIds);
    return asked;
  };
}

const requestSchema = z.object({ kids: z.array(z.string()) });

/** Reads the CDM's message (W3C Encrypted Media Extensions, Clear Key: licence request). */
export function parseLicenceRequest(message: ArrayBuffer | ArrayBufferView | null): string[] {
  const text = new TextDecoder().decode(message ?? new ArrayBuffer(0));
  return z.parse(requestSchema, JSON.parse(text)).kids;
}
