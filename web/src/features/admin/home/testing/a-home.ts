import type { AdminHome } from '@prahari/contract';

/** An installation in use without activity and without problems. */
export function aHome(): AdminHome {
  return {
    at: '2026-11-20T12:00:00.000Z',
    alerts: { open: { critical: 0, high: 0, medium: 0, low: 0, info: 0 }, items: [] },
    jobs: { running: 0, queued: 0, waitingForRoom: 0, failedUploads: 0, items: [] },
    storage: { level: 'ok', totalBytes: 500e9, freeBytes: 300e9, mediaBytes: 120e9 },
    playing: { count: 0, items: [] },
    security: {
      seriousIncidents: 0,
      terminations: 0,
      incidentsOfHour: 0,
      licenceFailuresOfHour: 0,
    },
    people: { blocked: 0 },
    clientErrors: { unresolved: 0, ofHour: 0 },
    secondFactor: { isOwnEnrolled: true, administratorsWithout: 0 },
    setup: null,
  };
}
