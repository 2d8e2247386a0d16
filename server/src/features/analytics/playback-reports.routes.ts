import { endpoints, type LearnerDay, type ReportedVideo } from '@prahari/contract';
import type { TableColumns } from '../../platform/export/table-file.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import {
  describeLearner,
  listDaysOfLearner,
  listDaysOfLearnerAfter,
} from './learners/learner-reports.usecases.ts';
import { describePlayQuality } from './quality/quality.usecases.ts';
import {
  describeVideo,
  listReportedVideos,
  listReportedVideosAfter,
} from './videos/video-reports.usecases.ts';

/** How lessons play, by video, by learner and in all. */
export function bindPlaybackReportRoutes(bind: Bind, deps: AnalyticsDeps): void {
  const { playbackReports: calls, listExports } = endpoints;
  bind(calls.videos, ({ caller, query }) => listReportedVideos(deps, caller, query));
  bind(calls.video, ({ caller, params, query }) =>
    describeVideo(deps, caller, { videoId: params.id, timeRange: query.timeRange }),
  );
  bind(calls.learner, ({ caller, params, query }) =>
    describeLearner(deps, caller, { userId: params.id, timeRange: query.timeRange }),
  );
  bind(calls.learnerDays, ({ caller, query }) => listDaysOfLearner(deps, caller, query));
  bind(calls.quality, ({ caller, query }) => describePlayQuality(deps, caller, query));
  bind(listExports.reportedVideos, (call) =>
    deps.users.exportList(call, {
      name: 'video-reports',
      action: 'reported-video.export',
      columns: videoColumns,
      read: (caller, part) => listReportedVideosAfter(deps, caller, call.query, part),
    }),
  );
  bind(listExports.learnerDays, (call) =>
    deps.users.exportList(call, {
      name: 'learner-days',
      action: 'learner-day.export',
      columns: dayColumns,
      read: (caller, part) => {
        const { learnerId, timeRange } = call.query;
        return listDaysOfLearnerAfter(deps, caller, { learnerId, timeRange, part });
      },
    }),
  );
}

const videoColumns: TableColumns<ReportedVideo> = [
  ['id', (video) => video.id],
  ['title', (video) => video.title],
  ['category', (video) => video.category],
  ['durationSeconds', (video) => video.durationSeconds],
  ['attempts', (video) => video.attempts],
  ['starts', (video) => video.starts],
  ['viewers', (video) => video.viewers],
  ['watchSeconds', (video) => video.watchSeconds],
  ['completed', (video) => video.completed],
  ['completionRatio', (video) => video.completionRatio],
  ['rebufferRatio', (video) => video.rebufferRatio],
  ['failureRatio', (video) => video.failureRatio],
  ['exitRatio', (video) => video.exitRatio],
];

const dayColumns: TableColumns<LearnerDay> = [
  ['day', (entry) => entry.day],
  ['videoId', (entry) => entry.videoId],
  ['title', (entry) => entry.title],
  ['category', (entry) => entry.category],
  ['opened', (entry) => entry.opened],
  ['watchSeconds', (entry) => entry.watchSeconds],
  ['lastAt', (entry) => entry.lastAt],
];
