import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EventConfig } from '../../platform/events/events-table.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { AuthConfig } from '../auth/index.ts';
import type { DownloadWatch } from './downloads/watch-downloads.adapter.ts';
import type { PlaybackConfig } from './playback.config.ts';
import type { PlaybackPorts } from './ports.ts';
import type { PlaybackRevocations } from './sessions/playback-revocations.adapter.ts';
import type { FoundPlayback } from './sessions/sessions.repository.ts';
import type { ReportWriter } from './telemetry/report-writer.adapter.ts';

/** The dependencies of this feature's functions; each picks by `Pick` what it uses. */
export interface PlaybackDeps extends PlaybackPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly masterKey: SealingKeys;
  readonly systemConfig: LiveConfig;
  readonly settings: PlaybackConfig & EventConfig & Pick<AuthConfig, 'sessionRetentionDays'>;
  readonly playbackRevocations: PlaybackRevocations;
  /** Finds a playback session; requests at the same time share one statement. */
  findStoredPlayback(id: string): Promise<FoundPlayback | undefined>;
  readonly reportWriter: ReportWriter;
  readonly downloadWatch: Pick<DownloadWatch, 'open' | 'noteBeacon'>;
  countOpened(): void;
}
