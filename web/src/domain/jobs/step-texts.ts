/** Names of the steps of processing, and of their states. */
export const STEP_TEXTS = {
  probe: 'uploads.stepProbe',
  validate: 'uploads.stepValidate',
  poster: 'uploads.stepPoster',
  transcode_low: 'uploads.stepTranscodeLow',
  package_low: 'uploads.stepPackageLow',
  publish_low: 'uploads.stepPublishLow',
  transcode_high: 'uploads.stepTranscodeHigh',
  package_high: 'uploads.stepPackageHigh',
  storyboard: 'uploads.stepStoryboard',
  publish: 'uploads.stepPublish',
} as const;
export const STATE_TEXTS = {
  done: 'uploads.stepDone',
  running: 'uploads.stepActive',
  waiting: 'uploads.stepWaiting',
  failed: 'uploads.stepFailed',
} as const;
/** The same for the results that the server answers with each step. */
export const STEP_STATE_TEXTS = {
  completed: 'uploads.stepDone',
  running: 'uploads.stepActive',
  waiting: 'uploads.stepWaiting',
  failed: 'uploads.stepFailed',
  skipped: 'jobs.skipped',
} as const;
