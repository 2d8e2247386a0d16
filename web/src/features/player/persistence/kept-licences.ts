import { type KeySystemName, keySystemNames } from '@prahari/contract';
import * as z from 'zod/mini';

const STORAGE_KEY = 'prahari.kept-licences';
/** More videos are not kept at a time than a browser may cache (specification, section 9). */
const MOST = 10;

const keptLicenceSchema = z.object({
  videoId: z.string(),
  keySystem: z.enum(keySystemNames),
  /** By which the browser finds it (Encrypted Media Extensions). */
  sessionId: z.string(),
  initDataType: z.string(),
  /** Base64. */
  initData: z.string(),
  expirationTime: z.iso.datetime(),
});
/** References to licences that the browser keeps; no page ever sees the keys themselves. */
export type KeptLicence = z.infer<typeof keptLicenceSchema>;

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A persistent licence is valid only if its expiration lies ahead (specification, section 5). */
export function isStillValid({ expirationTime }: KeptLicence, nowMs: number): boolean {
  return Date.parse(expirationTime) > nowMs;
}

export function readKeptLicences(storage: Pick<Kept, 'getItem'>): KeptLicence[] {
  try {
    const parsed = z.safeParse(
      z.array(keptLicenceSchema),
      JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]'),
    );
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

function write(storage: Kept, licences: readonly KeptLicence[]): void {
  const latest = licences.slice(-MOST);
  if (latest.length === 0) storage.removeItem(STORAGE_KEY);
  else storage.setItem(STORAGE_KEY, JSON.stringify(latest));
}

/** Those of a video and key system. */
export function listKeptLicences(
  storage: Pick<Kept, 'getItem'>,
  videoId: string,
  keySystem: KeySystemName,
): KeptLicence[] {
  return readKeptLicences(storage).filter(
    (licence) => licence.videoId === videoId && licence.keySystem === keySystem,
  );
}

export function keepLicence(storage: Kept, licence: KeptLicence): void {
  const others = readKeptLicences(storage).filter(
    ({ sessionId }) => sessionId !== licence.sessionId,
  );
  write(storage, [...others, licence]);
}

export function forgetLicence(storage: Kept, gone: Pick<KeptLicence, 'sessionId'>): void {
  write(
    storage,
    readKeptLicences(storage).filter(({ sessionId }) => sessionId !== gone.sessionId),
  );
}
