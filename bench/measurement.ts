import type { Site, SitePlan } from './rig/site.ts';
import type { Row } from './row.ts';

/** What every measurement may use; the site starts at its first use. */
export interface Rig {
  site(): Promise<Site>;
  /** One more, for a measurement that needs another video or other settings. */
  ownSite(plan: Omit<SitePlan, 'profileDir'>): Promise<Site>;
  /** Removed at the end of the run. */
  readonly scratchDir: string;
  /** How long a measurement of long playback plays. */
  readonly playSeconds: number;
  /** How many reports are stored: of a missed day, and beside the dashboards. */
  readonly rows: number;
  /** How many reports of players the rollups of the measurement of dashboards sum up. */
  readonly reports: number;
  /** Where to leave CPU profiles, where they are asked for. */
  readonly profileDir: string | undefined;
}

export interface Measurement {
  /** Its name on the command line. */
  readonly name: string;
  /** @throws NotPossible when this machine lacks what it takes */
  run(rig: Rig): Promise<Row[]>;
}

/** Says why a measurement can't be made on this machine. */
export class NotPossible extends Error {
  override name = 'NotPossible';
}
