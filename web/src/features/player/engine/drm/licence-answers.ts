import { endpoints, type KeySystemName, type Stream } from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';
import type { ChosenKeySystem } from './key-system.ts';
import { createLicenceSource, type NoteLicence, parseLicenceRequest } from './licence-source.ts';

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
    const body = bytesOf(message);
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

function bytesOf(message: ArrayBuffer | ArrayBufferView | null): Uint8Array<ArrayBuffer> {
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
