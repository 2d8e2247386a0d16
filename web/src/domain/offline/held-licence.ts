import { endpoints, type OfferedKeySystems, type Stream } from '@prahari/contract';
import type { Api } from '../../shared/api/browser-api.ts';
import { chooseKeySystem, type WantedAccess } from '../key-systems/key-system.ts';
import { browserKeySystems, requestAccess } from '../key-systems/key-system-access.ts';
import { CopyProblem } from './kept-copy.ts';
import { toBase64url } from './seal.ts';

/** Its licences can be kept, and it reads what a DASH manifest says of keys. */
const widevine = 'com.widevine.alpha';
const widevineElement =
  /"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed">\s*<cenc:pssh[^>]*>([^<]+)<\/cenc:pssh>/i;
const patienceMs = 30_000;
/** Nobody waits longer for a key system to destroy what ends by itself. */
const dropWaitMs = 3000;

/** A licence that the browser's key system keeps for a copy, and what finds it again. */
export interface HeldLicence {
  readonly wanted: WantedAccess;
  readonly sessionId: string;
  /** Of Common Encryption, base64. */
  readonly initData: string;
}

/** Finds the commercial key system of this browser that can keep a licence; null without one. */
export async function findHoldingSystem({
  keySystems,
  encryption,
}: Pick<Stream, 'keySystems' | 'encryption'>): Promise<WantedAccess | null> {
  const offered = keySystems[widevine];
  if (!offered) return null;
  const found = await chooseKeySystem(
    { keySystems: { [widevine]: offered }, encryption },
    (wanted) => (wanted.keepsLicences ? browserKeySystems(wanted) : Promise.resolve(false)),
  );
  if (!found) return null;
  const { certificateUrl: _, ...wanted } = found;
  return { ...wanted, scheme: encryption.scheme };
}

/** Offers a player of a copy nothing but the system whose licence is here. */
export function offerHeld(
  offered: OfferedKeySystems,
  held: Pick<HeldLicence, 'wanted'> | null,
): OfferedKeySystems {
  const { 'org.w3.clearkey': clearKey, [widevine]: system } = offered;
  if (!held) return clearKey ? { 'org.w3.clearkey': clearKey } : {};
  const { audioRobustness: audio, videoRobustness: video } = held.wanted;
  return system ? { [widevine]: { ...system, robustness: [{ audio, video }] } } : {};
}

/**
 * Has the key system ask for the licence of a copy and keep it.
 * @returns also the ids of the keys that it opens, base64url
 * @throws CopyProblem 'no-key-system', or ApiError where the server refused
 */
export async function holdLicence(
  api: Pick<Api, 'call'>,
  { playbackSessionId, manifest }: Pick<Stream, 'playbackSessionId' | 'manifest'>,
  wanted: WantedAccess,
): Promise<{ readonly held: HeldLicence; readonly keyIds: readonly string[] }> {
  const initData = widevineElement.exec(manifest.text)?.[1]?.trim();
  if (initData === undefined) throw new CopyProblem('no-key-system');
  const session = await createSession(wanted);
  const query = { playbackSession: playbackSessionId, keep: 'true' } as const;
  const isUsable = new Promise<void>((resolve, reject) => {
    const tooLong = new CopyProblem('no-key-system');
    setTimeout(() => reject(tooLong), patienceMs);
    session.addEventListener('keystatuseschange', () => {
      if (listUsable(session).length > 0) resolve();
    });
    session.addEventListener('message', ({ message }) => {
      const body = new Uint8Array(message);
      api
        .call(endpoints.drm.widevineLicense, { query, body })
        .then((licence) => session.update(licence))
        .catch(reject);
    });
  });
  isUsable.catch(() => undefined);
  try {
    await session.generateRequest('cenc', bytesOf(initData));
    await isUsable;
    const keyIds = listUsable(session);
    await session.close();
    return { held: { wanted, sessionId: session.sessionId, initData }, keyIds };
  } catch (error) {
    await within(dropWaitMs, session.remove());
    throw error;
  }
}

/**
 * Has the key system destroy a licence. It may fail or take long, as where the copy plays at this
 * moment: then the licence ends with the time that the server gave it.
 */
export function dropLicence({ wanted, sessionId }: HeldLicence): Promise<void> {
  const dropping = createSession(wanted).then(async (session) => {
    if (await session.load(sessionId)) await session.remove();
  });
  return within(dropWaitMs, dropping);
}

/** Waits for the end of something, whichever it is, and no longer than that. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.race([work.catch(() => undefined), tooLong]);
}

function listUsable({ keyStatuses }: MediaKeySession): string[] {
  const usable = [...keyStatuses].filter(([, status]) => status === 'usable');
  return usable.map(([keyId]) =>
    toBase64url(
      keyId instanceof ArrayBuffer
        ? new Uint8Array(keyId)
        : new Uint8Array(keyId.buffer, keyId.byteOffset, keyId.byteLength),
    ),
  );
}

async function createSession(wanted: WantedAccess): Promise<MediaKeySession> {
  const keys = await (await requestAccess(wanted)).createMediaKeys();
  return keys.createSession('persistent-license');
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
