import type { Ladder } from '@prahari/media';
import type { Db } from '../../../platform/db/database.ts';
import { readLessonFacts } from './lesson-facts.rules.ts';
import { laddersOf } from './lesson-steps.usecases.ts';
import type { StepsRepository } from './steps.repository.ts';

/** The qualities in which a video was made; undefined when nothing is known of its source. */
export type LadderOf = (videoId: string) => Promise<Ladder | undefined>;

/** Finds the whole ladder of a lecture that was probed; undefined for others. */
export function createLadderOf(deps: {
  db: Db;
  steps: Pick<StepsRepository, 'probeResultOf'>;
}): LadderOf {
  return async (videoId) => {
    const facts = readLessonFacts(await deps.steps.probeResultOf(deps.db, videoId));
    return facts && laddersOf(facts).whole;
  };
}
