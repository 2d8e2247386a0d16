import { offlineLimits, type Stream } from '@prahari/contract';

/** Specification, section 9: of offline playback. */
const offlineRules = { devToolsEveryMs: 2000, devToolsDetections: 5, blursTolerated: 3 } as const;

/**
 * Makes the stream that a copy plays by: its own manifest, no picture that is not in it, a faint layer
 * of marks besides the usual ones, and the numbers of offline playback for checks of developer tools
 * and blurs.
 */
export function adaptStream(stream: Stream, manifest: string): Stream {
  const { devTools, blurs } = stream.policy;
  const { devToolsEveryMs, devToolsDetections, blursTolerated } = offlineRules;
  return {
    ...stream,
    posterUrl: null,
    slidesTrack: null,
    manifest: { ...stream.manifest, text: manifest },
    persistenceLog: false,
    segmentCache: false,
    policy: {
      ...stream.policy,
      hiddenMarkOpacity: offlineLimits.watermarkOpacity,
      devTools: { ...devTools, checkEveryMs: devToolsEveryMs, detections: devToolsDetections },
      blurs: { ...blurs, tolerated: blursTolerated },
    },
  };
}
