import * as z from 'zod/mini';
import type { JobKind } from '../../../../platform/jobs/queue.ts';

/** Looks once an hour whether the audit of the schedule is due. */
export const startDueAuditKind: JobKind<object> = {
  name: 'start-due-security-audit',
  parse: (data) => z.parse(z.object({}), data ?? {}),
  retryLimit: 2,
  expireSeconds: 60,
};
export const startDueAuditCron = '7 * * * *';
