import * as z from 'zod/mini';
import { analyticsRanges } from '../analytics.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, pageOf, pageQuery, textFilter } from '../fields.ts';
import {
  learnerDaySchema,
  learnerReportSchema,
  qualityDimensions,
  qualityReportSchema,
  reportedVideoSchema,
  reportedVideoSortKeys,
  videoReportSchema,
} from '../playback-reports.ts';
import { administrators } from '../roles.ts';

const tag = 'Analytics';
const readers = { kind: 'session', roles: administrators, permission: 'analytics.read' } as const;
const byId = z.object({ id: idSchema });
const lately = z._default(z.enum(analyticsRanges), '30d');

export const playbackReportEndpoints = {
  videos: endpoint({
    method: 'GET',
    path: '/admin/analytics/videos',
    access: readers,
    tag,
    summary: 'Videos with how much learners in scope watched of each, and how they play',
    query: z.object({
      timeRange: lately,
      page: pageQuery.page,
      limit: pageQuery.limit,
      /** A part of the title. */
      search: pageQuery.search,
      category: textFilter,
      sortBy: z._default(z.enum(reportedVideoSortKeys), 'watchSeconds'),
      sortOrder: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    data: pageOf(reportedVideoSchema),
  }),
  video: endpoint({
    method: 'GET',
    path: '/admin/analytics/videos/{id}',
    access: readers,
    tag,
    summary: 'How learners in scope watched a video: retention, quality of experience, places',
    params: byId,
    query: z.object({ timeRange: lately }),
    data: videoReportSchema,
  }),
  learner: endpoint({
    method: 'GET',
    path: '/admin/analytics/learners/{id}',
    access: readers,
    tag,
    summary: 'What a learner watched, how much, when and on what, and the progress by category',
    params: byId,
    query: z.object({ timeRange: lately }),
    data: learnerReportSchema,
  }),
  learnerDays: endpoint({
    method: 'GET',
    path: '/admin/analytics/learner-days',
    access: readers,
    tag,
    summary: 'What a learner watched of each video on each day, the latest first',
    query: z.object({
      learnerId: idSchema,
      timeRange: lately,
      page: pageQuery.page,
      limit: pageQuery.limit,
    }),
    data: pageOf(learnerDaySchema),
  }),
  quality: endpoint({
    method: 'GET',
    path: '/admin/analytics/quality',
    access: readers,
    tag,
    summary: 'How lessons play over time, and for which groups of learners they play worst',
    query: z.object({
      timeRange: z._default(z.enum(analyticsRanges), '24h'),
      by: z._default(z.enum(qualityDimensions), 'system'),
    }),
    data: qualityReportSchema,
  }),
} as const;
