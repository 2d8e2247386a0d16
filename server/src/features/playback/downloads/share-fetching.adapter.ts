import { type IncidentConfidence, incidentConfidences } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type PublishDeps, publishToProcesses } from '../../../platform/db/publish-to-processes.ts';
import { type FetchingLearner, noteOther, noteSuspicion, servedMs } from './allowance.rules.ts';
import {
  addPublishedCopy,
  type CopyFetching,
  publishedCopySchema,
  takeUnpublishedCopy,
} from './copy-fetching.rules.ts';
import type { VideoPace } from './fetching.rules.ts';
import {
  addPublished,
  publishedFetchesSchema,
  shouldPublish,
  takeUnpublished,
} from './publish-fetching.rules.ts';
import { unknownVideo, type Watched } from './watched-video.rules.ts';

/** Shorter than `servedMs`, after which other processes forget that this one serves a learner. */
const presenceEveryMs = (servedMs * 2) / 3;

const itemSchema = z.discriminatedUnion('says', [
  z.object({ says: z.literal('serves'), userId: z.string() }),
  z.object({
    says: z.literal('sent'),
    userId: z.string(),
    videoId: z.string(),
    fetches: publishedFetchesSchema,
  }),
  z.object({
    says: z.literal('suspects'),
    userId: z.string(),
    confidence: z.enum(incidentConfidences),
  }),
  z.object({ says: z.literal('repeated'), copyId: z.string(), fetches: publishedCopySchema }),
]);
type Item = z.infer<typeof itemSchema>;

/** Finds what this process remembers of learners, videos and copies. */
export interface KnownFetching {
  /** Undefined where the learner is not known. */
  findLearner(userId: string): FetchingLearner | undefined;
  findByOwner(userId: string, videoId: string, nowMs: number): Watched;
  findCopy(copyId: string): CopyFetching;
  computePace(watched: Watched): VideoPace;
}

/**
 * Publishes fetches within a second, so that all processes count them together, and adds those that
 * other processes publish. Each process publishes which learners it serves, and the segments that it
 * sent where all processes together may have sent more than a player buffers.
 * @param kept how many learners are remembered, and for how long
 */
export function shareFetching(
  { clock, ...deps }: PublishDeps & { readonly clock: Clock },
  known: KnownFetching,
  kept: LRUCache.Options<string, Served, unknown>,
) {
  const served = new LRUCache<string, Served>(kept);
  const presences = new Set<string>();
  const toPublish = new Set<Watched>();
  const suspects = new Map<string, IncidentConfidence>();
  const repeated = new Set<CopyFetching>();

  function consider(watched: Watched, nowMs: number): void {
    if (shouldPublish(watched.fetching, known.computePace(watched), nowMs)) toPublish.add(watched);
  }

  /** Notes that another process serves the learner, too: the latest fetches here may now need publishing. */
  function noteOtherProcess(
    userId: string,
    learner: FetchingLearner,
    from: string,
    nowMs: number,
  ): void {
    noteOther(learner, from, nowMs);
    const latest = served.get(userId)?.watched;
    if (latest) consider(latest, nowMs);
  }

  function onItem(item: Item, from: string): void {
    const nowMs = clock.now().getTime();
    if (item.says === 'repeated') {
      addPublishedCopy(known.findCopy(item.copyId), from, item.fetches);
      return;
    }
    const { userId } = item;
    if (item.says === 'sent') {
      const { videoId, fetches } = item;
      const watched = known.findByOwner(userId, videoId, nowMs);
      if (watched.video === unknownVideo && fetches.kind === 'picture')
        watched.video = { ...unknownVideo, pictureSegmentSeconds: fetches.segmentSeconds };
      addPublished(watched.fetching, fetches, known.computePace(watched), nowMs);
    }
    const learner = known.findLearner(userId);
    if (!learner) return;
    if (item.says === 'suspects') noteSuspicion(learner, item.confidence, nowMs);
    noteOtherProcess(userId, learner, from, nowMs);
  }

  function collect(): Item[] {
    const nowMs = clock.now().getTime();
    const items: Item[] = [];
    for (const userId of presences) items.push({ says: 'serves', userId });
    for (const [userId, confidence] of suspects)
      items.push({ says: 'suspects', userId, confidence });
    for (const watched of toPublish) {
      if (watched.owner === null) continue;
      for (const fetches of takeUnpublished(watched.fetching, known.computePace(watched), nowMs))
        items.push({ says: 'sent', ...watched.owner, fetches });
    }
    for (const copy of repeated) {
      for (const fetches of takeUnpublishedCopy(copy))
        items.push({ says: 'repeated', copyId: copy.id, fetches });
    }
    for (const published of [presences, suspects, toPublish, repeated]) published.clear();
    return items;
  }

  const publishing = publishToProcesses(deps, {
    channel: 'fetched_segments',
    item: itemSchema,
    collect,
    onItem,
  });

  return {
    /** Notes that a segment was fetched here; nothing is published before its learner is known. */
    noteFetched(watched: Watched, nowMs: number): void {
      if (watched.owner === null) return;
      const { userId } = watched.owner;
      const before = served.get(userId) ?? { watched, presenceMs: Number.NEGATIVE_INFINITY };
      before.watched = watched;
      served.set(userId, before);
      if (nowMs - before.presenceMs >= presenceEveryMs) {
        before.presenceMs = nowMs;
        presences.add(userId);
      }
      consider(watched, nowMs);
    },
    /** Notes that a copy got a segment here. */
    noteCopyFetched(copy: CopyFetching): void {
      if (copy.unpublished) repeated.add(copy);
    },
    /** Notes that an incident was recorded here. */
    noteRecorded({ owner }: Watched, confidence: IncidentConfidence): void {
      if (owner !== null) suspects.set(owner.userId, confidence);
    },
    stop: () => publishing.stop(),
  };
}

interface Served {
  /** The video that was fetched last. */
  watched: Watched;
  /** When this process last published that it serves the learner. */
  presenceMs: number;
}
