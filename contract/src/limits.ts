/** 16 characters are about 79 bits, out of reach of guessing; groups are easier to type. */
export const activationCode = { length: 16, groupLength: 4 } as const;

/** Constants of the specification, section 9, that both sides need. */
export const limits = {
  accessTokenSeconds: 900,
  refreshTokenSeconds: 604_800,
  videoAccessSessionSeconds: 3600,
  apiTimeoutMs: 10_000,
  defaultCountryCode: '+91',
  pageSizes: [10, 25, 50, 100],
  defaultPageSize: 25,
  streaming: { bufferingGoalSeconds: 60, rebufferingGoalSeconds: 10, bufferBehindSeconds: 30 },
  progressEverySeconds: 30,
  /** After this long without a heartbeat, a playback is taken over without asking. */
  streamIdleSeconds: 90,
} as const;
