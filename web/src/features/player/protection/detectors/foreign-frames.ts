import { patchFrames } from '../capture/guard-frames.ts';
import {
  allMatching,
  doesHold,
  each,
  firstOf,
  listAddedNodes,
  observe,
  observerFor,
  stopObserving,
} from '../natives.ts';
import type { Detector } from '../signal.ts';

/** Elements that can hold another page. */
const frames = 'iframe, frame, object, embed, fencedframe, portal';

/** Reports frames: the app has none, so a frame is an extension's, or an attempt to evade protection. */
export const foreignFrames: Detector = ({ report }) => {
  function meet() {
    patchFrames(window);
    const message = 'A frame was put into the page of the video';
    report({ type: 'extension_interference', confidence: 'low', message });
  }
  const observer = observerFor((records) => {
    each(records, (record) => {
      if (firstOf(listAddedNodes(record), (node) => doesHold(node, frames)) !== undefined) meet();
    });
  });
  if (allMatching(frames).length > 0) meet();
  observe(observer, document, { childList: true, subtree: true });
  return () => stopObserving(observer);
};
