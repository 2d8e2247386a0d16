import { createSteering } from '../protection/hold/steering.ts';
import {
  append,
  doesContain,
  firstOf,
  isFullscreen,
  leaveFullscreen,
  observe,
  observerFor,
  parentElementOf,
  parentOf,
  putFirst,
  random,
  remove,
  removeAttribute,
  showOwnContent,
  stopObserving,
  takeRecords,
  targetOf,
  zoomOf,
} from '../protection/natives.ts';
import { coverOver, effectOn } from './cover-over.ts';
import { coverageOf, type LayerFault, layerFault, type Scene } from './layer-fault.ts';
import { type Restyled, watchStyles } from './looks.ts';
import { type PaintedWatch, watchPainted } from './painted.ts';
import { insetsFor } from './shown-picture.ts';

export interface GuardInput extends Omit<Scene, 'home' | 'isPlaying' | 'isClaimed'> {
  /** Whether the video has left the page: nothing is looked at any more. */
  readonly isOver: () => boolean;
  /** Tampering was seen; called before the repair. */
  readonly onFault: (fault: LayerFault) => void;
  /** Everything is as it must be again. */
  readonly onWhole: () => void;
  /** Something of that name has come to lie over a mark while the video plays. */
  readonly onCovered: (name: string) => void;
  /** An ancestor of the picture and its marks is painted differently while the video plays. */
  readonly onEffect: (name: string) => void;
  /** The browser says for a while that the layer is not painted as it lies, while the video plays. */
  readonly onUnseen: () => void;
  readonly nowMs: () => number;
}

export interface WatermarkGuard {
  /** Call often; looks once a second at least, at moments that can't be foreseen. */
  pulse(): void;
  /** Draws by us are no tampering. */
  quietly(draw: () => void): void;
  /** Share of the marks that are intact, and can be read over the picture, 0 to 1. */
  coverage(): number;
  stop(): void;
}

const lookEveryMs = { least: 500, most: 1000 } as const;
/** Anything that disappears sooner is not a cover. */
const unseenMs = 500;
/** Stages and parents whose shadow tree is ours: a video may be shown in them again. */
const own = new WeakSet<Element>();
const addOwn = own.add.bind(own);
const isOwn = own.has.bind(own);

/**
 * Attaches the only shadow tree that an element can have: in a foreign one, the picture could be
 * drawn above its marks. If there was one already, the layer's fault reports it.
 */
function claim(element: HTMLElement): void {
  if (isOwn(element)) return;
  try {
    showOwnContent(element);
    addOwn(element);
  } catch {
    // It has one.
  }
}

const touched: LayerFault = { what: 'changed', details: 'a mark was touched' };

/**
 * Watches over the layer: at once when the page changes, once a second for changes without a trace
 * in it (style sheets, extensions, tools). Restores missing parts; while that fails, the fault
 * remains and playback waits.
 */
export function guardWatermark(input: GuardInput): WatermarkGuard {
  const { layer, stage, video, nowMs } = input;
  const steering = createSteering(video);
  const isPlaying = () => !steering.paused;
  const home = parentElementOf(video) ?? stage;
  const isClaimed = () => isOwn(stage) && isOwn(home);
  const scene = { layer, stage, video, home, isPlaying, isClaimed };
  const restyled = watchStyles(layer.drawn().length);
  let isWhole = true;
  let isCovered = false;
  let isAffected = false;
  let looks = 0;
  /** By its own clock: a look that a script provokes does not put off the next one. */
  let lookAtMs = -Infinity;
  let painted: PaintedWatch | null = null;
  let unseenAtMs: number | null = null;
  let isUnseen = false;
  const observer = observerFor(hear);

  // Our own drawing is not observed, so any change of a mark comes from another script.
  function hear(records: readonly MutationRecord[]) {
    look(firstOf(records, isOfMark) !== undefined);
  }

  function isOfMark(record: MutationRecord): boolean {
    const target = targetOf(record);
    return target !== layer.root && doesContain(layer.root, target);
  }

  /**
   * Complete styles are expensive: of intact marks, checks every second one alternately, and none
   * at the first check, which the first picture waits for.
   */
  const inTurn: Restyled = (drawn, index) =>
    looks === 1 || (isWhole && index % 2 !== looks % 2) ? null : restyled(drawn, index);

  function look(isTouched = false) {
    if (input.isOver()) return;
    looks += 1;
    quietly(layOver);
    const fault = layerFault(scene, inTurn) ?? (isTouched ? touched : null);
    if (fault !== null && isWhole) {
      isWhole = false;
      input.onFault(fault);
    }
    if (fault !== null) repair(fault);
    takeRecords(observer);
    if (!isWhole && layerFault(scene, inTurn) === null) {
      isWhole = true;
      input.onWhole();
    }
    // Panels lie over a still picture.
    if (isWhole && isPlaying()) lookAround();
    else unseenAtMs = null;
  }

  /** Marks lie where the picture is seen, also when the stage was moved or resized. */
  function layOver() {
    layer.layInto(insetsFor(scene));
  }

  function lookAround() {
    const cover = coverOver(scene);
    if (cover !== null && !isCovered) input.onCovered(cover);
    isCovered = cover !== null;
    const effect = effectOn(scene);
    if (effect !== null && !isAffected) input.onEffect(effect);
    isAffected = effect !== null;
    painted ??= watchPainted(layer.host);
    unseenAtMs = painted.isUnseen() ? (unseenAtMs ?? nowMs()) : null;
    const isLong = unseenAtMs !== null && nowMs() - unseenAtMs >= unseenMs;
    if (isLong && !isUnseen) input.onUnseen();
    isUnseen = isLong;
  }

  function repair({ what }: LayerFault) {
    layer.redraw(zoomOf(stage));
    if (parentOf(layer.host) !== stage) append(stage, layer.host);
    if (what !== 'picture-moved') return;
    const { home } = scene;
    // Its event may never have come where it is left otherwise.
    if (isFullscreen(video) || isFullscreen(home)) void leaveFullscreen();
    removeAttribute(home, 'style');
    removeAttribute(video, 'style');
    removeAttribute(home, 'slot');
    removeAttribute(home, 'popover');
    removeAttribute(video, 'popover');
    if (parentOf(home) !== stage) putFirst(stage, home);
    if (parentOf(video) !== home) append(home, video);
    layOver();
  }

  function quietly(draw: () => void) {
    // Earlier changes by others must not pass for ours.
    const records = takeRecords(observer);
    if (records.length > 0) hear(records);
    draw();
    takeRecords(observer);
  }

  claim(stage);
  claim(scene.home);
  append(stage, layer.host);
  observe(observer, stage, { childList: true });
  observe(observer, scene.home, { childList: true, attributeFilter: ['style', 'class'] });
  observe(observer, video, { childList: true, attributeFilter: ['style', 'class'] });
  observe(observer, layer.host, { attributes: true });
  observe(observer, layer.root, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  });
  return {
    pulse() {
      const { least, most } = lookEveryMs;
      if (nowMs() < lookAtMs) return;
      lookAtMs = nowMs() + least + (most - least) * random();
      look();
    },
    quietly,
    coverage: () => coverageOf(scene, restyled),
    stop() {
      stopObserving(observer);
      painted?.stop();
      remove(layer.host);
    },
  };
}
