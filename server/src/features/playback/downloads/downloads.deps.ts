import type { Clock } from '../../../platform/clock/clock.ts';
import type { PublishDeps } from '../../../platform/db/publish-to-processes.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { findLastReports, findPlaybackSessions } from '../sessions/sessions.repository.ts';
import type { sumJumpedSeconds } from '../telemetry/playback-events.repository.ts';
import type { SuspectedDownload } from './judge-fetching.rules.ts';
import type { Silence } from './silence.rules.ts';

/** What the detection of downloads is given. */
export interface WatchDownloadsDeps extends PublishDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly systemConfig: LiveConfig;
  readonly videos: Pick<PlaybackPorts['videos'], 'readManifest'>;
  readonly findPlaybackSessions: typeof findPlaybackSessions;
  readonly findLastReports: typeof findLastReports;
  readonly sumJumpedSeconds: typeof sumJumpedSeconds;
  recordDownload(download: SuspectedDownload): Promise<void>;
  recordSilence(playbackId: string, silence: Silence): Promise<void>;
  recordBareFetches(playbackId: string, requests: number): Promise<void>;
}
