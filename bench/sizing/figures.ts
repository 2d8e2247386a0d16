/**
 * What one thing costs, as `npm run bench -- sizing` measured it: processor time of one core, and
 * bytes. The run is named in docs/sizing.md; the row fails when a cost has grown by a quarter.
 */
export interface SizingFigures {
  /** A sign-in and the confirmation of the password: two hashes as shipped, almost all of it. */
  readonly signInWebMs: number;
  readonly signInDatabaseMs: number;
  /** A play until its first picture: token, stream, manifest and licence. */
  readonly startWebMs: number;
  readonly startDatabaseMs: number;
  /**
   * One of the reports that a player sends each 30 seconds, with all that is done about it later: sums
   * and alerts. As in an evening (`bench -- evening`), where few reports share a transaction.
   */
  readonly reportWebMs: number;
  readonly reportDatabaseMs: number;
  /** What the database keeps of a report, with its indexes. */
  readonly reportBytes: number;
  /** What an nginx that checks signed paths spends on a request for a segment, its bytes apart. */
  readonly nginxSegmentMs: number;
  /** What an nginx that checks signed paths sends within a second of one core, TLS left out. */
  readonly nginxMegabytesPerCoreSecond: number;
  /** Seconds of one core for a minute of a 1080p lesson, all renditions. */
  readonly convertSecondsPerMinute: number;
  /** What a minute of such a lesson takes in the storage. */
  readonly storedMegabytesPerMinute: number;
}

export const measuredFigures: SizingFigures = {
  signInWebMs: 156,
  signInDatabaseMs: 13,
  startWebMs: 17,
  startDatabaseMs: 7.2,
  reportWebMs: 1.5,
  reportDatabaseMs: 1,
  reportBytes: 404,
  nginxSegmentMs: 0.12,
  nginxMegabytesPerCoreSecond: 2940,
  convertSecondsPerMinute: 128,
  storedMegabytesPerMinute: 64,
};
