import type { IncidentConfidence } from '@prahari/contract';
import type { WatchDownloadsDeps } from './downloads.deps.ts';
import {
  allowForJumps,
  isSurer,
  notePageReport,
  noteRecorded,
  type VideoPace,
} from './fetching.rules.ts';
import { describeDownload, isUnexplained, judgeFetching } from './judge-fetching.rules.ts';
import { countUnrecordedBare, judgeSilence } from './silence.rules.ts';
import { isToBeJudged, type Watched } from './watched-video.rules.ts';

type ReadReportsDeps = Pick<
  WatchDownloadsDeps,
  'db' | 'clock' | 'log' | 'findLastReports' | 'sumJumpedSeconds'
> & {
  computePace(watched: Watched): VideoPace;
};
type JudgeDeps = ReadReportsDeps &
  Pick<WatchDownloadsDeps, 'recordDownload' | 'recordSilence' | 'recordBareFetches'> & {
    /** Tells other processes that an incident was recorded here. */
    shareRecorded(watched: Watched, confidence: IncidentConfidence): void;
  };

/** Reads when the page of a playback reported to any process, and how far it jumped. */
async function readReports(deps: ReadReportsDeps, watched: Watched): Promise<void> {
  const { db, clock } = deps;
  const { fetching } = watched;
  const { playbackId } = fetching;
  watched.reportsReadMs = clock.now().getTime();
  const at = (await deps.findLastReports(db, [playbackId])).get(playbackId);
  const seconds = await deps.sumJumpedSeconds(db, playbackId);
  if (fetching.playbackId !== playbackId) return;
  if (at) notePageReport(fetching, at.getTime());
  allowForJumps(fetching, seconds, deps.computePace(watched), clock.now().getTime());
}

/** Reads the reports of a playback's page; logs a failure, since they are read again soon. */
export async function tryReadReports(deps: ReadReportsDeps, watched: Watched): Promise<void> {
  await readReports(deps, watched).catch((err: unknown) =>
    deps.log.warn({ err }, 'the reports of a playback could not be read'),
  );
}

/** Records what need not be a download, but is worth an administrator's attention. */
async function recordOddities(
  deps: JudgeDeps,
  { fetching }: Watched,
  pace: VideoPace,
  listeningSinceMs: number,
): Promise<void> {
  const { playbackId } = fetching;
  const bare = countUnrecordedBare(fetching);
  if (bare > 0) {
    await deps.recordBareFetches(playbackId, bare);
    fetching.bareRecorded += bare;
  }
  if (fetching.isSilenceRecorded) return;
  const silence = judgeSilence(fetching, pace, listeningSinceMs);
  if (silence === null) return;
  await deps.recordSilence(playbackId, silence);
  fetching.isSilenceRecorded = true;
}

/** Records a download where one is surer than what was recorded before. */
async function recordDownload(deps: JudgeDeps, watched: Watched, nowMs: number): Promise<void> {
  const { fetching } = watched;
  const isReadDue = isUnexplained(fetching, deps.computePace(watched), nowMs);
  if (isReadDue) await tryReadReports(deps, watched);
  const confidence = judgeFetching(fetching, deps.computePace(watched), nowMs);
  if (confidence === null || !isSurer(confidence, fetching.recorded)) return;
  noteRecorded(fetching, confidence, nowMs);
  deps.shareRecorded(watched, confidence);
  await deps.recordDownload(describeDownload(fetching, confidence));
}

/**
 * Judges what was fetched here lately, and records downloads, silent pages and bare requests.
 * @param listeningSinceMs since when this process can read what pages reported
 */
export async function judgeWatched(
  deps: JudgeDeps,
  all: readonly Watched[],
  listeningSinceMs: number,
): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  const recent = all.filter((watched) => isToBeJudged(watched, nowMs));
  const lastReports = await deps.findLastReports(
    deps.db,
    recent.map(({ fetching }) => fetching.playbackId),
  );
  for (const watched of recent) {
    const { fetching } = watched;
    const at = lastReports.get(fetching.playbackId);
    if (at) notePageReport(fetching, at.getTime());
    await recordOddities(deps, watched, deps.computePace(watched), listeningSinceMs);
    await recordDownload(deps, watched, nowMs);
  }
}
