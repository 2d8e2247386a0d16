import {
  ApiError,
  endpoints,
  type KeySystemName,
  keptLicenceSeconds,
  type Stream,
  type VendorSystem,
} from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';
import type { KeptValues } from '../../../../shared/storage/browser-storage.ts';
import {
  forgetLicence,
  isStillValid,
  type KeptLicence,
  keepLicence,
  listKeptLicences,
} from '../../persistence/kept-licences.ts';
import type { NoteLicence } from './licence-requests.ts';
import type { KeptSession } from './shaka-drm.ts';

/** Systems whose licences can be kept at all. */
const systemOf: Partial<Record<KeySystemName, VendorSystem>> = {
  'com.widevine.alpha': 'widevine',
  'com.apple.fps': 'fairplay',
};

export interface KeepingDeps {
  readonly api: Pick<Api, 'call'>;
  readonly storage: KeptValues;
  readonly note: NoteLicence;
  readonly now: () => number;
  /**
   * Until the user chose to watch, the server must not learn that anything plays; rejects when it was
   * given up.
   */
  readonly chosen: Promise<void>;
  /** Whether the browser still has that licence with usable keys. */
  readonly hasSession: (sessionId: string) => Promise<boolean>;
}

/** A session as the library describes it. */
export interface ActiveSession {
  readonly sessionId: string;
  readonly sessionType: string;
  readonly initDataType: string | null;
  readonly initData: Uint8Array | null;
}

/** Licences of one video that its browser keeps. */
export function createKeptSessions(
  { videoId, playbackSessionId }: Pick<Stream, 'videoId' | 'playbackSessionId'>,
  keySystem: KeySystemName,
  { api, storage, note, now, chosen, hasSession }: KeepingDeps,
) {
  /** Tells whether the server still accepts it; playback counts as started from then on. */
  async function isAllowed(system: VendorSystem, licence: KeptLicence): Promise<boolean> {
    await chosen;
    const params = { system, id: videoId };
    const query = { playbackSession: playbackSessionId };
    try {
      await api.call(endpoints.drm.persistentLicense, { params, query });
      return true;
    } catch (error) {
      // The request for a new licence reports any other problem better.
      if (error instanceof ApiError && error.status === 404) forgetLicence(storage, licence);
      note('license_load_failed', true);
      return false;
    }
  }

  async function isUsable(system: VendorSystem, licence: KeptLicence): Promise<boolean> {
    if (!isStillValid(licence, now())) {
      note('license_expired', false);
      forgetLicence(storage, licence);
      return false;
    }
    if (!(await hasSession(licence.sessionId))) {
      note('license_load_failed', false);
      forgetLicence(storage, licence);
      return false;
    }
    return isAllowed(system, licence);
  }

  return {
    /**
     * Finds those to play with: valid, still stored, and allowed now.
     * @throws when the user did not choose to watch: there is nothing to load then
     */
    async toLoad(): Promise<KeptSession[]> {
      const system = systemOf[keySystem];
      const found: KeptSession[] = [];
      if (!system) return found;
      for (const licence of listKeptLicences(storage, videoId, keySystem)) {
        if (!(await isUsable(system, licence))) continue;
        for (const eventType of ['cache_hit', 'license_request', 'license_loaded'] as const) {
          note(eventType, false);
        }
        const { sessionId, initDataType, initData } = licence;
        found.push({ sessionId, initDataType, initData: bytesOf(initData) });
      }
      return found;
    },

    /** Remembers where the licences lie that the browser has taken up since. */
    remember(sessions: readonly ActiveSession[]): void {
      const known = new Set(
        listKeptLicences(storage, videoId, keySystem).map((one) => one.sessionId),
      );
      const expirationTime = new Date(now() + keptLicenceSeconds * 1000).toISOString();
      for (const { sessionId, sessionType, initDataType, initData } of sessions) {
        const isKept = sessionType === 'persistent-license' && sessionId !== '';
        if (!isKept || known.has(sessionId) || !initData || !initDataType) continue;
        const where = { videoId, keySystem, sessionId, initDataType, expirationTime };
        keepLicence(storage, { ...where, initData: textOf(initData) });
        note('license_persisted', false);
      }
    },
  };
}

const textOf = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
