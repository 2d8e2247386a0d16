import { patchFrames } from '../capture/guard-frames.ts';
import {
  addedTo,
  allMatching,
  doesHold,
  each,
  firstOf,
  observe,
  observerFor,
  stopObserving,
} from '../natives.ts';
import type { Detector } from '../signal.ts';

/** All that holds a page of its own. */
const frames = 'iframe, frame, object, embed, fencedframe, portal';

/** The app has no frames of its own: one that comes is an extension's, or a way around us. */
export const foreignFrames: Detector = ({ report }) => {
  function meet() {
    patchFrames(window);
    const message = 'A frame was put into the page of the video';
    report({ type: 'extension_interference', confidence: 'low', message });
  }
  const observer = observerFor((records) => {
    each(records, (record) => {
      if (firstOf(addedTo(record), (node) => doesHold(node, frames)) !== undefined) meet();
    });
  });
  if (allMatching(frames).length > 0) meet();
  observe(observer, document, { childList: true, subtree: true });
  return () => stopObserving(observer);
};
