import type { ManagedVideo } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import type { Editor, EditVideo, PresentVideos } from '../../videos/index.ts';
import { keysNotRenewable } from './key-renewal.errors.ts';
import type { KeyRenewalsRepository } from './key-renewals.repository.ts';

export interface KeyRenewalDeps {
  readonly renewals: KeyRenewalsRepository;
  readonly edit: Pick<EditVideo, 'onVideo' | 'audit'>;
  readonly present: Pick<PresentVideos, 'managedOne'>;
  enqueue(trx: Trx, data: { videoId: string }): Promise<void>;
}

/** Has a worker renew the keys of a video; until then everything stays as it is. */
export function createKeyRenewal({ renewals, edit, present, enqueue }: KeyRenewalDeps) {
  /** @throws AppError 404; 409 keys_not_renewable */
  return async function renewKeys(editor: Editor, videoId: string): Promise<ManagedVideo> {
    return edit.onVideo(editor, videoId, async ({ trx, row, now }) => {
      const generation = row.key_generation + 1;
      const isFit = row.status === 'ready' && (await renewals.isWhole(trx, videoId));
      const by = { userId: editor.userId, now };
      if (!isFit || !(await renewals.ask(trx, { videoId, generation }, by))) {
        throw keysNotRenewable();
      }
      await enqueue(trx, { videoId });
      const [before, after] = [
        { keyGeneration: row.key_generation },
        { keyGeneration: generation },
      ];
      await edit.audit(trx, editor, row, { action: 'video.renew-keys', before, after }, now);
      return present.managedOne(editor, row, trx);
    });
  };
}

export type RenewKeys = ReturnType<typeof createKeyRenewal>;
