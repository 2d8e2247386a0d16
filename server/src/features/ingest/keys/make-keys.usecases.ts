import type { EncryptionScheme } from '@prahari/contract';
import { makeContentKeys, type QualityClass } from '@prahari/media';
import { fetchContentKeys } from './key-service.adapter.ts';
import type { KeyService } from './key-service.config.ts';

export interface MadeKey {
  readonly qualityClass: QualityClass;
  readonly keyId: Buffer;
  readonly key: Buffer;
}

/** New keys for a video, one for each class. @throws KeyServiceFailed */
export type MakeKeys = (
  videoId: string,
  classes: readonly QualityClass[],
  scheme: EncryptionScheme,
) => Promise<readonly MadeKey[]>;

/** Out of our own generator, or where a key service is configured from there, under ids that we propose. */
export function createMakeKeys(keyService: KeyService | undefined): MakeKeys {
  return async (videoId, classes, scheme) => {
    const own = classes.map((qualityClass) => {
      const pair = makeContentKeys([qualityClass])[qualityClass];
      if (!pair) throw new Error(`no key was made for ${qualityClass}`);
      return { qualityClass, keyId: Buffer.from(pair.keyId), key: Buffer.from(pair.key) };
    });
    if (!keyService) return own;
    const keys = own.map(({ keyId, qualityClass }) => ({ keyId, qualityClass }));
    return fetchContentKeys(keyService, { contentId: videoId, keys, scheme });
  };
}
