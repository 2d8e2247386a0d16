import type { EncryptionScheme } from '@prahari/contract';
import type { MediaTools } from '@prahari/media';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { createCaptionsRepository } from '../../videos/index.ts';
import { createContentKeysRepository } from '../keys/content-keys.repository.ts';
import { createContentKeys } from '../keys/content-keys.usecases.ts';
import type { KeyService } from '../keys/key-service.config.ts';
import { createMakeKeys } from '../keys/make-keys.usecases.ts';
import { createStillOfMoment } from '../pictures/still-of-moment.usecases.ts';
import { createAttemptsRepository } from './attempts.repository.ts';
import { confinementOf, isWhole } from './confinement.rules.ts';
import { createJobLogRepository } from './job-log.repository.ts';
import { createKeepTexts } from './keep-texts.usecases.ts';
import { createLadderOf } from './ladder-of.usecases.ts';
import { createLessonSteps } from './lesson-steps.usecases.ts';
import { createPublishedMedia } from './published-media.usecases.ts';
import { createRunSteps, type RunStepsDeps } from './run-steps.usecases.ts';
import { createSteerJob, type SteerJobDeps } from './steer-job.usecases.ts';
import { createStepsRepository } from './steps.repository.ts';
import {
  createProcessVideo,
  type ProcessVideoDeps,
  processVideoKind,
} from './tasks/process-video.task.ts';
import { createRemoveLeftovers } from './tasks/remove-leftovers.task.ts';

export interface ProcessingFeatureDeps
  extends Pick<
      ProcessVideoDeps,
      'db' | 'clock' | 'log' | 'storage' | 'videos' | 'uploadDir' | 'workDir' | 'diskFolders'
    >,
    Pick<SteerJobDeps, 'nameOf' | 'onlookers'>,
    Pick<RunStepsDeps, 'retirePictures'> {
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly masterKey: SealingKeys;
  /** Undefined where Prahari makes the keys itself. */
  readonly keyService: KeyService | undefined;
  readonly concurrency: number;
  readonly schemes: readonly EncryptionScheme[];
  countMedia(videoId: string): Promise<void>;
}

/** Makes lessons out of uploads, and keeps the keys that open them. */
export function createProcessing(deps: ProcessingFeatureDeps) {
  const attempts = createAttemptsRepository();
  const keys = createContentKeysRepository();
  const makeKeys = createMakeKeys(deps.keyService);
  const contentKeys = createContentKeys({ ...deps, keys, makeKeys });
  const steps = createStepsRepository();
  const jobLog = createJobLogRepository();
  const enqueue = (trx: Trx, jobId: string) => deps.queue.enqueue(trx, processVideoKind, { jobId });
  const steer = createSteerJob({ ...deps, attempts, steps, jobLog, enqueue });
  const findAndRemove = createRemoveLeftovers({ ...deps, attempts });
  const published = createPublishedMedia({ ...deps, contentKeys });
  return {
    contentKeyring: contentKeys,
    published,
    ladderOf: createLadderOf({ ...deps, steps }),
    /** Keys of generations before that one. */
    removeKeysBefore: keys.removeBefore,
    stillOfMoment: createStillOfMoment({ ...deps, steps, contentKeys, published }),
    removeLeftovers: findAndRemove,
    keysOfRevision: contentKeys.ofRevision,
    findKeys: contentKeys.find,
    enqueue,
    steer,
    async startWorker(queue: JobQueue, tools: MediaTools): Promise<void> {
      const removeLeftovers = () =>
        findAndRemove().catch((error: unknown) =>
          deps.log.warn({ err: error }, 'leftovers of uploads could not be removed'),
        );
      const keepTexts = createKeepTexts({ ...deps, captions: createCaptionsRepository() });
      const lesson = createLessonSteps({ ...deps, contentKeys, keepTexts });
      const repositories = { attempts, steps, jobLog, keys };
      const runSteps = createRunSteps({ ...deps, ...repositories, lesson });
      const processVideo = createProcessVideo({ ...deps, ...repositories, runSteps }, tools);
      const { canMapTones } = tools;
      const confinement = confinementOf(tools);
      const facts = { ...confinement, canMapTones };
      if (isWhole(confinement)) deps.log.info(facts, 'how uploaded files are confined');
      else deps.log.warn(facts, 'this system confines uploaded files less than Linux can');
      await removeLeftovers();
      await queue.work(processVideoKind, deps.concurrency, async (run) => {
        await processVideo(run);
        await removeLeftovers();
      });
    },
  };
}
