import {
  type DataOf,
  endpoints,
  type KeySystemName,
  type PersistenceEvent,
  type Stream,
} from '@prahari/contract';
import * as z from 'zod/mini';
import type { ChosenKeySystem } from '../../../../domain/key-systems/key-system.ts';
import { listKeyIds } from '../../../../domain/videos/key-ids.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';

/** Notes what becomes of licences (specification, section 3: the persistence log). */
export type NoteLicence = (eventType: PersistenceEvent['eventType'], networkCall: boolean) => void;

/** Answers a message of the CDM. @throws ApiError when the server refused */
export type LicenceAnswers = (
  message: ArrayBuffer | ArrayBufferView | null,
) => Promise<string | Uint8Array<ArrayBuffer>>;

export interface When {
  /** Until then no licence is asked for. */
  readonly chosen: Promise<void>;
  readonly note: NoteLicence;
  /** The browser will keep the licence. */
  readonly keeps: boolean;
}

type Asking = Pick<Api, 'call'>;

/** Makes the licence calls of that key system, with the proofs, renewals and errors of the API. */
export function createLicenceAnswers(
  name: KeySystemName,
  api: Asking,
  stream: Stream,
  { chosen, note, keeps }: When,
): LicenceAnswers {
  if (name === 'org.w3.clearkey') {
    const licences = createLicenceSource(api, stream, chosen, note);
    return async (message) => JSON.stringify(await licences(parseLicenceRequest(message)));
  }
  const ask = callOf[name];
  return async (message) => {
    const body = toBytes(message);
    await chosen;
    const { playbackSessionId: playbackSession } = stream;
    const input = { query: { playbackSession, ...(keeps ? keeping : {}) }, body };
    // The CDM asks for the certificate of the service by two bytes: that is no licence.
    if (body.length <= certificateRequestBytes) return ask(api, input);
    note('cache_miss', false);
    note('license_request', true);
    const asked = ask(api, input);
    asked.then(
      () => (keeps ? note('license_cached', false) : undefined),
      () => note('license_load_failed', true),
    );
    return asked;
  };
}

const certificateRequestBytes = 2;
const keeping = { keep: 'true' } as const;

interface LicenceInput {
  readonly query: { readonly playbackSession: string; readonly keep?: 'true' };
  readonly body: Uint8Array<ArrayBuffer>;
}

type Call = (api: Asking, input: LicenceInput) => Promise<string | Uint8Array<ArrayBuffer>>;

const callOf = {
  'com.widevine.alpha': async (api, input) =>
    new Uint8Array(await api.call(endpoints.drm.widevineLicense, input)),
  'com.microsoft.playready.recommendation': (api, input) =>
    api.call(endpoints.drm.playReadyLicense, input),
  'com.apple.fps': async (api, input) =>
    new Uint8Array(await api.call(endpoints.drm.fairPlayLicense, input)),
} as const satisfies Record<Exclude<KeySystemName, 'org.w3.clearkey'>, Call>;

function toBytes(message: ArrayBuffer | ArrayBufferView | null): Uint8Array<ArrayBuffer> {
  if (message === null) return new Uint8Array(0);
  if (message instanceof ArrayBuffer) return new Uint8Array(message);
  const { buffer, byteOffset, byteLength } = message;
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** Fetches what the CDM must have before it asks; null where it needs nothing. */
export async function fetchCertificate(
  api: Asking,
  { certificateUrl }: Pick<ChosenKeySystem, 'certificateUrl'>,
): Promise<Uint8Array | null> {
  return certificateUrl === null ? null : api.call(endpoints.drm.fairPlayCertificate, {});
}

type Licence = DataOf<typeof endpoints.drm.clearKeyLicense>;
/** Answers a licence for key IDs (base64url). */
export type LicenceSource = (keyIds: readonly string[]) => Promise<Licence>;

/**
 * Asks for the licence of everything that the manifest names at once, while the player library and
 * the first segments are still on their way, and not before the user chose to watch. Clear Key
 * keeps no licence, so requests are noted and no look-up is, also where the answer was there ahead.
 */
export function createLicenceSource(
  api: Asking,
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
  // A refusal reaches the caller that needs the licence; until then it must not be an unhandled
  // error.
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
