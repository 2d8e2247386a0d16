import type { AdminHome, AdminWeek } from '@prahari/contract';

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
      reviewsRequested: 0,
      incidentsOfHour: 0,
      licenceFailuresOfHour: 0,
    },
    people: { blocked: 0 },
    clientErrors: { unresolved: 0, ofHour: 0 },
    secondFactor: { isOwnEnrolled: true, administratorsWithout: 0 },
    setup: null,
  };
}

export function aWeek(): AdminWeek {
  const days = [14, 15, 16, 17, 18, 19, 20].map((day) => `2026-11-${day}T00:00:00.000Z`);
  return {
    days,
    plays: {
      counts: [0, 3, 0, 0, 12, 0, 4],
      videos: [{ id: 'v1', title: 'Refraction', plays: 9 }],
    },
    signIns: { counts: [1, 0, 0, 2, 0, 0, 3] },
  };
}
