import type { CopyFailure } from './kept-copy.ts';

/** What screens say of each failure, and what the learner can do about it. */
export const failureTexts = {
  'not-found': { title: 'offline.failureNotFound', help: 'offline.failureNotFoundHelp' },
  'other-device': { title: 'offline.failureOtherDevice', help: 'offline.failureOtherDeviceHelp' },
  integrity: { title: 'offline.failureIntegrity', help: 'offline.failureIntegrityHelp' },
  capture: { title: 'offline.failureCapture', help: 'offline.failureCaptureHelp' },
  expired: { title: 'offline.failureExpired', help: 'offline.failureExpiredHelp' },
  revoked: { title: 'offline.failureRevoked', help: 'offline.failureRevokedHelp' },
  'clock-moved-back': { title: 'offline.failureClock', help: 'offline.failureClockHelp' },
  'no-space': { title: 'offline.failureNoSpace', help: 'offline.failureNoSpaceHelp' },
  'too-many': { title: 'offline.failureTooMany', help: 'offline.failureTooManyHelp' },
  'too-many-today': {
    title: 'offline.failureTooManyToday',
    help: 'offline.failureTooManyTodayHelp',
  },
  'too-large': { title: 'offline.failureTooLarge', help: 'offline.failureTooLargeHelp' },
  'storage-denied': { title: 'offline.failureStorage', help: 'offline.failureStorageHelp' },
  'not-allowed': { title: 'offline.failureNotAllowed', help: 'offline.failureNotAllowedHelp' },
  'no-key-system': { title: 'offline.failureKeySystem', help: 'offline.failureKeySystemHelp' },
  network: { title: 'offline.failureNetwork', help: 'offline.failureNetworkHelp' },
  other: { title: 'offline.failureOther', help: 'offline.failureOtherHelp' },
} as const satisfies Record<CopyFailure, unknown>;
