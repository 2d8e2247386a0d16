import type { Stream } from '@prahari/contract';

/** The server's answer, with the numbers of the specification. */
export const aStream: Stream = {
  playbackSessionId: '8e4df3a4-1111-4a2b-8c3d-000000000001',
  videoId: '8e4df3a4-1111-4a2b-8c3d-000000000002',
  title: 'Optics',
  description: '',
  durationSeconds: 60,
  posterUrl: null,
  slidesTrack: null,
  manifest: { hls: '', dash: 'https://x.example/manifest', text: '<MPD/>' },
  keySystems: {
    'org.w3.clearkey': {
      licenseUrl: 'https://x.example/licence',
      certificateUrl: null,
      robustness: [{ audio: '', video: '' }],
      mayKeepLicences: false,
    },
  },
  encryption: { scheme: 'cbcs', others: [] },
  watermark: { maskedNumber: '••••3210', sessionCode: 'AB12' },
  policy: {
    bufferingGoalSeconds: 60,
    rebufferingGoalSeconds: 10,
    bufferBehindSeconds: 30,
    progressEverySeconds: 30,
    watermarkOpacity: 0.34,
    watermarkMoveEveryMs: 20_000,
    testMode: false,
    violations: {
      firstWarningMs: 10_000,
      secondWarningMs: 15_000,
      terminateAt: 3,
      sameActMs: 2000,
    },
    blurs: { tolerated: 5, resetAfterMs: 30_000 },
    devTools: { sizeDifferencePixels: 160, detections: 5, checkEveryMs: 1000 },
    globalChecks: { everyMs: 5000, slowEveryMs: 30_000 },
    device: { checkEveryMs: 3000, minimumScreenPixels: 1366 },
    incidents: { batchSize: 10, batchEveryMs: 5000 },
  },
  persistenceLog: true,
  segmentCache: true,
  violations: { count: 0, terminated: false },
  resumeAtSeconds: 0,
  expiresAt: '2026-11-20T12:00:00Z',
};
