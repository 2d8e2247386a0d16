import { patchFrame } from '../capture/guard-frames.ts';
import type { Detector } from '../signal.ts';

/** The app has no frames of its own: one that comes is an extension's, or a way around us. */
export const foreignFrames: Detector = ({ report }) => {
  function meet(node: Node) {
    if (node instanceof HTMLIFrameElement) {
      patchFrame(node);
      const message = 'A frame was put into the page of the video';
      report({ type: 'extension_interference', confidence: 'low', message });
    } else if (node instanceof Element) {
      for (const frame of node.querySelectorAll('iframe')) meet(frame);
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) meet(node);
  });
  for (const frame of document.querySelectorAll('iframe')) meet(frame);
  observer.observe(document, { childList: true, subtree: true });
  return () => observer.disconnect();
};
