import { coverOver } from './cover-over.ts';
import { type LayerFault, layerFault, type Scene } from './layer-fault.ts';

export interface GuardInput extends Omit<Scene, 'home'> {
  /** Tampering was seen; called before the repair. */
  readonly onFault: (fault: LayerFault) => void;
  /** Everything is as it must be again. */
  readonly onWhole: () => void;
  /** Something of that name has come to lie over a mark while the lesson plays. */
  readonly onCovered: (name: string) => void;
  readonly nowMs: () => number;
}

export interface WatermarkGuard {
  /** Call often; looks once a second. */
  pulse(): void;
  /** Draws by us are no tampering. */
  quietly(draw: () => void): void;
  stop(): void;
}

const lookEveryMs = 1000;
const touched: LayerFault = { what: 'changed', details: 'a mark was touched' };

/**
 * Watches over the layer: at once where the page is changed, once a second for what changes without a
 * trace in it (style sheets, extensions, tools). Puts back what is gone; what can't be put back keeps
 * the fault, and playback, where they are.
 */
export function guardWatermark(input: GuardInput): WatermarkGuard {
  const { layer, stage, video, nowMs } = input;
  const scene = { layer, stage, video, home: video.parentElement ?? stage };
  let isWhole = true;
  let isCovered = false;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const observer = new MutationObserver((records) => look(records.some(isOfMark)));

  // Draws by us are quiet, so whatever is told of a mark was somebody else.
  function isOfMark({ target }: MutationRecord): boolean {
    return target !== layer.root && layer.root.contains(target);
  }

  function look(isTouched = false) {
    lookedAtMs = nowMs();
    const fault = layerFault(scene) ?? (isTouched ? touched : null);
    if (fault !== null && isWhole) {
      isWhole = false;
      input.onFault(fault);
    }
    if (fault !== null) repair(fault);
    observer.takeRecords();
    if (!isWhole && layerFault(scene) === null) {
      isWhole = true;
      input.onWhole();
    }
    // Panels lie over a picture that stands.
    if (isWhole && !video.paused) lookAbove();
  }

  function lookAbove() {
    const cover = coverOver(scene);
    if (cover !== null && !isCovered) input.onCovered(cover);
    isCovered = cover !== null;
  }

  function repair({ what }: LayerFault) {
    layer.redraw();
    if (layer.host.parentNode !== stage) stage.append(layer.host);
    if (what !== 'picture-moved') return;
    for (const element of [scene.home, video]) element.removeAttribute('style');
    if (!stage.contains(scene.home)) stage.prepend(scene.home);
    if (video.parentNode !== scene.home) scene.home.append(video);
  }

  stage.append(layer.host);
  observer.observe(stage, { childList: true });
  for (const element of [scene.home, video]) {
    observer.observe(element, { childList: true, attributeFilter: ['style', 'class'] });
  }
  observer.observe(layer.host, { attributes: true });
  observer.observe(layer.root, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  });
  return {
    pulse() {
      if (nowMs() - lookedAtMs >= lookEveryMs) look();
    },
    quietly(draw) {
      draw();
      observer.takeRecords();
    },
    stop() {
      observer.disconnect();
      layer.host.remove();
    },
  };
}
