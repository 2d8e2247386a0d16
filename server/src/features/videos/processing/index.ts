import type { MediaTools } from '@prahari/media';
import type { Trx } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { createAttemptsRepository } from './attempts.repository.ts';
import { createContentKeysRepository } from './content-keys.repository.ts';
import { createContentKeys } from './content-keys.usecases.ts';
import {
  createProcessVideo,
  type ProcessVideoDeps,
  processVideoKind,
} from './tasks/process-video.task.ts';
import { createRemoveLeftovers } from './tasks/remove-leftovers.task.ts';

export { processVideoKind } from './tasks/process-video.task.ts';

export interface ProcessingFeatureDeps
  extends Omit<ProcessVideoDeps, 'attempts' | 'keys' | 'contentKeys'> {
  readonly masterKey: Uint8Array;
  readonly concurrency: number;
}

/** Makes lessons out of uploads, and keeps the keys that open them. */
export function createProcessing(deps: ProcessingFeatureDeps) {
  const attempts = createAttemptsRepository();
  const keys = createContentKeysRepository();
  const contentKeys = createContentKeys({ ...deps, keys });
  const findAndRemove = createRemoveLeftovers({ ...deps, attempts });
  return {
    removeLeftovers: findAndRemove,
    contentKeys: contentKeys.ofVideo,
    enqueue: (queue: Pick<JobQueue, 'enqueue'>, trx: Trx, jobId: string) =>
      queue.enqueue(trx, processVideoKind, { jobId }),
    async startWorker(queue: JobQueue, tools: MediaTools): Promise<void> {
      const removeLeftovers = () =>
        findAndRemove().catch((error: unknown) =>
          deps.log.warn({ err: error }, 'leftovers of uploads could not be removed'),
        );
      const processVideo = createProcessVideo({ ...deps, attempts, keys, contentKeys }, tools);
      await removeLeftovers();
      await queue.work(processVideoKind, deps.concurrency, async (run) => {
        await processVideo(run);
        await removeLeftovers();
      });
    },
  };
}
