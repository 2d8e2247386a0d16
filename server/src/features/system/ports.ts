import type { AdminHome, AdminWeek, OpenJob } from '@prahari/contract';
import type { SessionCaller } from '../../platform/http/caller.ts';

type Part<Name extends keyof AdminHome> = NonNullable<AdminHome[Name]>;

/**
 * Data of other features for the administrators' home page: each within the caller's scope, by few
 * queries that stop at the given number.
 */
export interface HomePorts {
  summarizeAlerts(
    caller: SessionCaller,
    bounds: { readonly atMost: number; readonly most: number },
  ): Promise<Part<'alerts'>>;
  findUploadJobs(
    caller: SessionCaller,
    atMost: number,
  ): Promise<{ readonly open: readonly OpenJob[]; readonly failed: number }>;
  listOpenImports(caller: SessionCaller, atMost: number): Promise<readonly OpenJob[]>;
  describeRoom(): Promise<Part<'storage'>>;
  findPlaying(
    caller: SessionCaller,
    bounds: { readonly atMost: number; readonly most: number },
  ): Promise<Part<'playing'>>;
  summarizeSecurity(
    caller: SessionCaller,
    most: number,
  ): Promise<Omit<Part<'security'>, 'licenceFailuresOfHour'>>;
  countPlays(
    caller: SessionCaller,
    days: readonly Date[],
    bounds: { readonly atMost: number; readonly most: number },
  ): Promise<NonNullable<AdminWeek['plays']>>;
  countSignIns(caller: SessionCaller, days: readonly Date[], most: number): Promise<number[]>;
  countLicenceFailures(caller: SessionCaller, since: Date, most: number): Promise<number>;
  countBlockedUsers(caller: SessionCaller, most: number): Promise<number>;
  isSecondFactorEnrolled(caller: SessionCaller): Promise<boolean>;
  countAdministratorsWithoutFactor(most: number): Promise<number>;
  hasLearner(caller: SessionCaller): Promise<boolean>;
  hasVideo(caller: SessionCaller): Promise<boolean>;
  hasLicenceService(): Promise<boolean>;
}
