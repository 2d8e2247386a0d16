import { ApiError, type EncryptionScheme, encryptionSchemes } from '@prahari/contract';
import { chooseKeySystem, type HasAccess } from '../drm/key-system.ts';
import type { Opening } from './open-playback.ts';

type Open = (schemes: readonly EncryptionScheme[] | undefined) => Promise<Opening>;

/**
 * Opens lessons in an encryption scheme that this device takes. The server chooses it; where no key
 * system here takes its choice it is asked once more, with those that are taken, and later lessons
 * are asked for with them at once. These may have other key systems, or no such scheme: then the
 * server chooses again.
 */
export function createOwnScheme(hasAccess: HasAccess) {
  let takenBefore: readonly EncryptionScheme[] | undefined;

  async function openAsBefore(open: Open): Promise<Opening> {
    try {
      return await open(takenBefore);
    } catch (error) {
      if (!takenBefore || !isSchemeMissing(error)) throw error;
      takenBefore = undefined;
      return open(undefined);
    }
  }

  /** @throws ApiError when the server refuses: the lesson may be in no scheme that is taken */
  return async function openInOwnScheme(open: Open): Promise<Opening> {
    const opening = await openAsBefore(open);
    if (opening.kind !== 'opened') return opening;
    const { keySystems, encryption } = opening.stream;
    // The usual case costs no question more than playing does.
    if (await chooseKeySystem(opening.stream, hasAccess)) return opening;
    const found: EncryptionScheme[] = [];
    for (const scheme of encryptionSchemes.filter((one) => one !== encryption.scheme)) {
      const other = { scheme, others: [encryption.scheme] };
      if (await chooseKeySystem({ keySystems, encryption: other }, hasAccess)) found.push(scheme);
    }
    // Without any key system the player says so.
    if (found.length === 0) return opening;
    takenBefore = found;
    return open(found);
  };
}

function isSchemeMissing(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'encryption_scheme_missing';
}
