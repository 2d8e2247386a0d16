import * as z from 'zod/mini';
import { bulkOutcomes } from './bulk-users.ts';
import { idSchema, instantSchema } from './fields.ts';
import { userTypeSchema } from './roles.ts';

/** Administrative acts, each with the name under which it is recorded. */
export const auditActions = [
  'user.create',
  'user.update',
  'user.delete',
  'user.import',
  'user.import-ended',
  'user.import-codes',
  'user.export',
  'user-group.export',
  'video.export',
  'stored-video.export',
  'audit-log.export',
  'client-error.export',
  'incident.export',
  'termination.export',
  'playback.export',
  'alert.export',
  'finding.export',
  'reported-video.export',
  'learner-day.export',
  'user.block',
  'user.unblock',
  'user.sign-out',
  'user.reset-password',
  'user.reset-login-count',
  'user.set-permissions',
  'user.clear-second-factor',
  'user.restore',
  'user.bulk-block',
  'user.bulk-unblock',
  'user.bulk-sign-out',
  'user.bulk-new-codes',
  'user.bulk-add-to-group',
  'user.bulk-delete',
  'device.set',
  'device.clear',
  'video.upload',
  'video.update',
  'video.cancel-processing',
  'video.retry-processing',
  'video.retry-step',
  'video.create',
  'video.delete',
  'video.restore',
  'video.remove-for-good',
  'video.set-captions',
  'video.remove-captions',
  'video.set-poster',
  'video.renew-keys',
  'video.remove-old-keys',
  'user-group.create',
  'user-group.rename',
  'user-group.delete',
  'user-group.change-members',
  'user-group.new-codes',
  'playback.lift-termination',
  'offline-copy.revoke',
  'watermark.look-up',
  'alert.acknowledge',
  'alert.resolve',
  'alert.dismiss',
  'alert.reopen',
  'alert.generate-test',
  'alert-action.carry-out',
  'alert-action.undo',
  'alert-rule.create',
  'alert-rule.update',
  'alert-rule.set-enabled',
  'alert-rule.delete',
  'system.configure',
  'metrics.reset',
  'load-test.store',
  'load-test.start',
  'load-test.cancel',
  'client-error.set-resolved',
  'security-audit.start',
  'security-audit.cancel',
  'security-audit.clear',
  'security-audit.recheck',
  'finding.accept',
  'finding.reopen',
  'runner.invite',
  'runner.register',
  'runner.suspend',
  'runner.revoke',
  'drm.set-provider',
  'drm.remove-provider',
  'drm.test-provider',
] as const;
export const auditActionSchema = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditActionSchema>;

/** One entry of the append-only log of what administrators did. */
export const auditEntrySchema = z.object({
  id: idSchema,
  at: instantSchema,
  action: auditActionSchema,
  actorId: z.nullable(idSchema),
  /** As it was then, which no later change of the account touches. */
  actorName: z.string(),
  /** The actor as it is now; null where it was no user, or one that is no longer there. */
  actorNow: z.nullable(z.object({ name: z.string(), userType: userTypeSchema })),
  /** The user or thing that it was done to. */
  subjectId: z.nullable(idSchema),
  subjectName: z.string(),
  /** Only the fields that changed, without secrets. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  address: z.string(),
  /** Whether it concerns a list of users, which a call of its own answers. */
  hasUsers: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** One of the users that an entry concerns. */
export const auditSubjectSchema = z.object({
  id: idSchema,
  /** As it is now; an erased user has none. */
  name: z.string(),
  contactNumber: z.string(),
  outcome: z.enum(bulkOutcomes),
});
export type AuditSubject = z.infer<typeof auditSubjectSchema>;
