import { type Ladder, planLadder, splitLadder } from '@prahari/media';
import type { IngestDeps } from '../ingest.deps.ts';
import { findProbeResult } from './steps.repository.ts';
import { parseVideoFacts, type VideoFacts } from './video-facts.rules.ts';

/** Finds the whole ladder of a video that was probed; undefined for others. */
export async function findLadder(
  { db }: Pick<IngestDeps, 'db'>,
  videoId: string,
): Promise<Ladder | undefined> {
  const facts = parseVideoFacts(await findProbeResult(db, videoId));
  return facts && planLadders(facts).whole;
}

/** Plans the ladders, always the same for one source, so that only its facts need to be stored. */
export function planLadders(facts: VideoFacts) {
  const whole = planLadder(facts, facts.segmentSeconds);
  return { whole, ...splitLadder(whole, facts.durationSeconds) };
}
