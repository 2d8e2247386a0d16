/** Texts of what guards playback, spec sections 4 and 8: titles and the device texts word for word. */
export const protection = {
  firstTitle: 'SECURITY WARNING',
  firstText:
    'Screen recording or capture is not allowed here. This is the first warning. After a second warning, one more attempt ends your access to this lesson.',
  secondTitle: 'SECURITY VIOLATION DETECTED',
  secondText:
    'Screen recording or capture was detected again. This is the second warning. One more attempt leads to access termination: this lesson will be closed to you.',
  terminatedTitle: 'ACCESS TERMINATED',
  terminatedText:
    'Access termination: after repeated attempts to record, this lesson is closed to you. Reloading does not change that. If this is a mistake, ask your centre’s administrator to give you access again.',
  resumesIn: 'Playback resumes in {{seconds}} s',
  understood: 'I understand, continue',
  watermarkTitle: 'Playback paused',
  watermarkText:
    'Something is hiding the marks over the video, perhaps a browser extension. Turn it off for this page; the lesson will resume automatically.',
  mobileDevice:
    'Video playback is not available on mobile devices. Please use a laptop, desktop computer, or Smart TV.',
  mobileInPlayback: 'Video playback blocked: Mobile devices are not permitted',
  smallScreen:
    'This screen is too small for video playback. Please use a screen that is at least {{pixels}} pixels wide.',
  testMode: 'TEST MODE',
} as const;
