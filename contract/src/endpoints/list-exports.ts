import * as z from 'zod/mini';
import { type Access, endpoint } from '../endpoint.ts';
import type { Tag } from '../tags.ts';
import { alertEndpoints } from './alerts.ts';
import { clientErrors as clientErrorList } from './client-error-logs.ts';
import { groupEndpoints } from './groups.ts';
import { playbackReportEndpoints } from './playback-reports.ts';
import { securityEndpoints } from './security.ts';
import { securityAuditEndpoints } from './security-audit.ts';
import { storageEndpoints } from './storage.ts';
import { userEndpoints } from './users.ts';
import { listManaged } from './video-catalogue.ts';

/**
 * Defines the export of a whole list as one file. Access, filters and order are those of the list,
 * by reference: a change to a list changes its export.
 */
function defineExport<
  const Path extends `/${string}`,
  const A extends Access,
  Filters extends z.ZodMiniObject,
>(path: Path, list: { readonly access: A; readonly tag: Tag }, filters: Filters, summary: string) {
  return endpoint({
    method: 'GET',
    path,
    access: list.access,
    tag: list.tag,
    summary,
    query: z.extend(filters, { format: z._default(z.enum(['csv', 'xlsx', 'json']), 'csv') }),
    data: {
      file: [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/json',
      ],
    },
  });
}

const paging = { page: true, limit: true } as const;
const { auditLog: auditList } = userEndpoints;
const { incidents: incidentList } = securityEndpoints;
const { terminations: terminationList, playbacks: playbackList } = securityEndpoints;

export const videos = defineExport(
  '/admin/videos/export',
  listManaged,
  z.omit(listManaged.query, paging),
  'Export all matching videos as one file, streamed',
);
export const storedVideos = defineExport(
  '/admin/storage/videos/export',
  storageEndpoints.videos,
  z.omit(storageEndpoints.videos.query, paging),
  'Export all videos with the space each uses as one file, streamed',
);
export const groups = defineExport(
  '/admin/user-groups/export',
  groupEndpoints.list,
  z.omit(groupEndpoints.list.query, paging),
  'Export all matching user groups as one file, streamed',
);
export const auditLog = defineExport(
  '/admin/audit-log/export',
  auditList,
  z.omit(auditList.query, paging),
  'Export all matching entries of the audit log as one file, streamed',
);
export const clientErrors = defineExport(
  '/admin/client-errors/export',
  clientErrorList,
  z.omit(clientErrorList.query, paging),
  'Export all matching browser errors as one file, streamed',
);
export const incidents = defineExport(
  '/security/incidents/export',
  incidentList,
  z.omit(incidentList.query, { limit: true, offset: true }),
  'Export all matching incidents as one file, streamed',
);
export const terminations = defineExport(
  '/security/terminations/export',
  terminationList,
  z.omit(terminationList.query, paging),
  'Export all matching terminations as one file, streamed',
);
export const playbacks = defineExport(
  '/security/playbacks/export',
  playbackList,
  z.omit(playbackList.query, paging),
  'Export all matching playbacks as one file, streamed',
);
export const alerts = defineExport(
  '/admin/alerts/export',
  alertEndpoints.list,
  z.omit(alertEndpoints.list.query, paging),
  'Export all matching alerts as one file, streamed',
);
export const reportedVideos = defineExport(
  '/admin/analytics/videos/export',
  playbackReportEndpoints.videos,
  z.omit(playbackReportEndpoints.videos.query, paging),
  'Export all videos with how much was watched of each as one file, streamed',
);
export const learnerDays = defineExport(
  '/admin/analytics/learner-days/export',
  playbackReportEndpoints.learnerDays,
  z.omit(playbackReportEndpoints.learnerDays.query, paging),
  'Export what a learner watched of each video on each day as one file, streamed',
);
export const findings = defineExport(
  '/admin/security/findings/export',
  securityAuditEndpoints.findings,
  z.omit(securityAuditEndpoints.findings.query, { limit: true, offset: true }),
  'Export all matching findings of security audits as one file, streamed',
);
