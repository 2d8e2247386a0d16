import type { NamedPlayback } from './cache-rules.ts';

/** What pages say to the service worker. */
export type WorkerMessage =
  | { readonly kind: 'playback-opened'; readonly playback: NamedPlayback }
  | { readonly kind: 'playback-over'; readonly playbackId: string }
  /** The flag of the server is off, or no one is signed in any more. */
  | { readonly kind: 'forget-videos' }
  /** The learner keeps lessons for later: every page of theirs is to open without a line. */
  | { readonly kind: 'keep-whole-app' }
  /** A page of the new build is open. */
  | { readonly kind: 'take-over' };
