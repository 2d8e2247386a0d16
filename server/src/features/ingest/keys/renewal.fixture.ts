import type { EncryptionScheme } from '@prahari/contract';
import type { MediaTools } from '@prahari/media';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import type { wireProcessing } from '../processing/processing.fixture.ts';
import {
  decryptWholeRendition,
  type PublishedRequest,
} from '../processing/published-media.usecases.ts';
import { removeOldKeys } from './tasks/remove-old-keys.task.ts';
import { renewKeys } from './tasks/renew-keys.task.ts';

type Wired = ReturnType<typeof wireProcessing>;

/** Puts together what renews keys, over what makes videos ready. */
export function wireRenewal(
  { base, folders }: Pick<Wired, 'base' | 'folders'>,
  { masterKey, tools }: { masterKey: SealingKeys; tools: MediaTools },
  {
    storage = base.storage,
    schemes = ['cbcs'],
  }: { storage?: Wired['base']['storage']; schemes?: readonly EncryptionScheme[] } = {},
) {
  const deps = { ...base, ...folders, storage, schemes, masterKey, tools };
  const diskFolders = { files: [folders.workDir], database: [] };
  const { signal } = new AbortController();
  return {
    decryptWhole: (request: PublishedRequest) => decryptWholeRendition(deps, request),
    renew: (videoId: string) => renewKeys({ ...deps, diskFolders }, { data: { videoId }, signal }),
    removeOldAt: (now: Date) => removeOldKeys({ ...deps, clock: { now: () => now } }, 10),
  };
}
