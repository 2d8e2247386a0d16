import { type EncryptionScheme, encryptionSchemes } from '@prahari/contract';
import { chooseKeySystem, type HasAccess } from './key-system.ts';
import type { Opening } from './open-playback.ts';

type Open = (schemes: readonly EncryptionScheme[] | undefined) => Promise<Opening>;

/**
 * Opens lessons in an encryption scheme that this device takes. The server chooses it; where no key
 * system here takes its choice it is asked once more, with those that are taken, and later lessons
 * are asked for with them at once.
 */
export function createOwnScheme(hasAccess: HasAccess) {
  let taken: readonly EncryptionScheme[] | undefined;

  /** @throws ApiError when the server refuses: the lesson may be in no scheme that is taken */
  return async function openInOwnScheme(open: Open): Promise<Opening> {
    const opening = await open(taken);
    if (opening.kind !== 'opened' || taken) return opening;
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
    taken = found;
    return open(taken);
  };
}
