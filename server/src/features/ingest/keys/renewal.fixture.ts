import type { EncryptionScheme } from '@prahari/contract';
import type { MediaTools } from '@prahari/media';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import { createLadderOf } from '../processing/ladder-of.usecases.ts';
import type { wireProcessing } from '../processing/processing.fixture.ts';
import { createPublishedMedia } from '../processing/published-media.usecases.ts';
import { createKeyRenewalsRepository } from './key-renewals.repository.ts';
import { createReencrypt } from './reencrypt.usecases.ts';
import { createRemoveOldKeys } from './tasks/remove-old-keys.task.ts';
import { createRenewKeys } from './tasks/renew-keys.task.ts';

type Wired = ReturnType<typeof wireProcessing>;

/** Puts together what renews keys, over what makes lectures ready. */
export function wireRenewal(
  { base, folders, keyring }: Pick<Wired, 'base' | 'folders' | 'keyring'>,
  { masterKey, tools }: { masterKey: SealingKeys; tools: MediaTools },
  {
    storage = base.storage,
    schemes = ['cbcs'],
  }: { storage?: Wired['base']['storage']; schemes?: readonly EncryptionScheme[] } = {},
) {
  const contentKeys = keyring(masterKey);
  const published = createPublishedMedia({ storage, contentKeys });
  const deps = {
    ...base,
    storage,
    renewals: createKeyRenewalsRepository(),
    ladderOf: createLadderOf(base),
    countMedia: async () => undefined,
    mediaBytesOf: async () => 0,
    diskFolders: { files: [folders.workDir], database: [] },
  };
  const reencrypt = createReencrypt({ storage, contentKeys, published, schemes });
  const task = createRenewKeys({ ...deps, reencrypt, ...folders, tools });
  const { signal } = new AbortController();
  return {
    published,
    renew: (videoId: string) => task({ data: { videoId }, signal, attempt: 1 }),
    removeOldAt: (now: Date) =>
      createRemoveOldKeys({
        ...deps,
        clock: { now: () => now },
        removeKeysBefore: (trx, renewal) => base.keys.removeBefore(trx, renewal),
      })(10),
  };
}
