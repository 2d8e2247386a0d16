import { endpoints, type OfflineGrant, type Stream } from '@prahari/contract';
import type { Api } from '../../shared/api/browser-api.ts';
import { listKeyIds } from '../videos/key-ids.ts';
import {
  type CopyStore,
  labelOf,
  licenceLabel,
  type StoredFile,
  secretLabel,
  streamLabel,
} from './copy-store.ts';
import { type CopyText, fetchTexts } from './copy-texts.ts';
import { dropLicence, findHoldingSystem, holdLicence, offerHeld } from './held-licence.ts';
import { CopyProblem } from './kept-copy.ts';
import { noteKeptCopies } from './kept-mark.ts';
import { adaptStream, planCopy } from './plan-copy.ts';
import { createIvSource, deriveCopyKey, fromBase64url, seal, sealText } from './seal.ts';
import { trustServer } from './trusted-clock.ts';

const newIv = createIvSource();

/** Where a copy is kept, by whom and on what machine. */
interface Keeper {
  readonly api: Pick<Api, 'call'>;
  readonly kept: CopyStore;
  readonly ownerId: string | null;
  /** Of this machine (`device-print.ts`). */
  readonly print: string;
}

/**
 * Stores a copy that the server granted: what it is, its licence and its texts. Its segments are yet
 * to be fetched, below the path that this returns.
 * @throws CopyProblem, or ApiError where the server refused
 */
export async function keepGrant(
  { api, kept, ownerId, print }: Keeper,
  grant: OfflineGrant,
  usedBytes: number,
): Promise<{ id: string; base: string }> {
  const { copy, deviceId, stream } = grant;
  const { id: copyId, videoId } = copy;
  if (ownerId === null) throw new CopyProblem('not-allowed');
  // A licence of Clear Key is sealed; other key systems keep theirs themselves, where they can.
  const holding = stream.keySystems['org.w3.clearkey'] ? null : await findHoldingSystem(stream);
  if (!stream.keySystems['org.w3.clearkey'] && !holding) throw new CopyProblem('no-key-system');
  const secret = fromBase64url(grant.secret);
  const key = await deriveCopyKey(secret, { copyId, deviceId, print });
  const texts = await sealTexts(key, copyId, await fetchTexts(api, videoId));
  const textBytes = texts.reduce((sum, { data }) => sum + data.byteLength, 0);
  const seconds = stream.durationSeconds;
  const holds = holding && (await holdLicence(api, stream, holding));
  const heldLicence = holds?.held ?? null;
  try {
    const licence = holds ? null : await fetchClearKey(api, stream);
    const keyIds = holds?.keyIds ?? licence?.keys.map(({ kid }) => kid) ?? [];
    const asked = { copyId, seconds, usedBytes: usedBytes + textBytes, keyIds };
    const plan = planCopy(stream.manifest.text, asked);
    const played = { ...stream, keySystems: offerHeld(stream.keySystems, heldLicence) };
    const sealWith = (label: string, content: unknown) =>
      sealText(key, newIv(), label, JSON.stringify(content));
    const clockMs = Date.now();
    const serverMs = Date.parse(grant.serverTime);
    await kept.changeClock(() => trustServer(serverMs, clockMs));
    noteKeptCopies();
    const whole = {
      id: copyId,
      videoId,
      title: copy.title,
      durationSeconds: seconds,
      state: 'waiting',
      failure: null,
      revokedFor: null,
      bytes: textBytes,
      totalBytes: plan.estimatedBytes + textBytes,
      cachedAtMs: clockMs,
      expiresAtMs: Date.parse(copy.expiresAt),
      userId: ownerId,
      deviceId,
      print,
      secret: await seal(await kept.wrappingKey(), newIv(), secretLabel(copyId), secret),
      stream: await sealWith(streamLabel(copyId), adaptStream(played, plan.manifest)),
      licence: await sealWith(licenceLabel(copyId), licence),
      heldLicence,
      files: [...texts.map(({ name }) => name), ...plan.files],
      index: null,
      leftAtSeconds: null,
    } as const;
    await kept.add(whole, texts);
    void navigator.storage?.persist?.();
    return { id: copyId, base: plan.base };
  } catch (error) {
    // As on a full disk: nothing here would know of it.
    if (heldLicence) await dropLicence(heldLicence);
    throw error;
  }
}

function fetchClearKey(api: Pick<Api, 'call'>, { playbackSessionId, manifest }: Stream) {
  return api.call(endpoints.drm.clearKeyLicense, {
    query: { playbackSession: playbackSessionId },
    body: { kids: listKeyIds(manifest.text), type: 'temporary' },
  });
}

function sealTexts(
  key: CryptoKey,
  copyId: string,
  texts: readonly CopyText[],
): Promise<readonly StoredFile[]> {
  return Promise.all(
    texts.map(async ({ name, text }) => {
      const sealed = await sealText(key, newIv(), labelOf(copyId, name), text);
      return { copyId, name, ...sealed };
    }),
  );
}
