import {
  heightOf,
  innerHeightOf,
  innerLeftOf,
  innerTopOf,
  innerWidthOf,
  isFullscreen,
  parentElementOf,
  pictureHeightOf,
  pictureWidthOf,
  styleOf,
  valueIn,
  widthOf,
  windowHeight,
  windowWidth,
} from '../protection/natives.ts';
import { type Edges, edgesOf, filledBy, sharedBy } from './edges.ts';

export interface PictureScene {
  readonly stage: HTMLElement;
  readonly video: HTMLVideoElement;
  /** Whether pictures move, which they do in full screen only. */
  readonly isPlaying: () => boolean;
}

/** Less of it is no picture worth having, and has no room for the marks. */
const leastPixels = 160;

/**
 * The visible area of the picture itself: without its bars and, while it plays, without parts that
 * are cut off.
 */
export function shownPicture({ video, isPlaying }: PictureScene): Edges {
  const whole = pictureEdges(video);
  // A page may be scrolled past a still picture, and marks must not follow that.
  if (!isPlaying()) return whole;
  const screen = { left: 0, top: 0, right: windowWidth(), bottom: windowHeight() };
  let shown = largeEnough(sharedBy(whole, screen), whole);
  let isTakenOut = valueIn(styleOf(video), 'position') === 'absolute';
  for (let at = parentElementOf(video); at !== null; at = parentElementOf(at)) {
    const style = styleOf(at);
    const position = valueIn(style, 'position');
    // Only what the picture is placed by cuts it.
    const isOnWay =
      valueIn(style, 'display') !== 'contents' && !(isTakenOut && position === 'static');
    if (isOnWay) {
      isTakenOut = position === 'absolute';
      const cuts = valueIn(style, 'overflow-x') !== 'visible';
      if (cuts) shown = largeEnough(sharedBy(shown, edgesOf(at)), shown);
    }
    if (position === 'fixed' || isFullscreen(at)) break;
  }
  return shown;
}

function largeEnough(part: Edges, whole: Edges): Edges {
  const isLarge = part.right - part.left >= leastPixels && part.bottom - part.top >= leastPixels;
  return isLarge ? part : whole;
}

function pictureEdges(video: HTMLVideoElement): Edges {
  const box = edgesOf(video);
  const ratio = {
    picture: pictureWidthOf(video) / pictureHeightOf(video),
    box: widthOf(video) / heightOf(video),
  };
  return ratio.picture > 0 && ratio.box > 0 ? filledBy(box, ratio) : box;
}

/** The origin of the positions of stage and layer: the stage without its border. */
export function innerEdges(stage: HTMLElement): Edges {
  const { left, top, right, bottom } = edgesOf(stage);
  const x = (right - left) / widthOf(stage);
  const y = (bottom - top) / heightOf(stage);
  const inner = { left: left + innerLeftOf(stage) * x, top: top + innerTopOf(stage) * y };
  return {
    ...inner,
    right: inner.left + innerWidthOf(stage) * x,
    bottom: inner.top + innerHeightOf(stage) * y,
  };
}

/** How far the layer's edges lie within the stage's, in percent of it. */
export function insetsFor(scene: PictureScene): Edges {
  const stage = innerEdges(scene.stage);
  const shown = shownPicture(scene);
  const x = 100 / (stage.right - stage.left);
  const y = 100 / (stage.bottom - stage.top);
  // Without a drawn box there is no origin.
  if (!(x > 0 && y > 0 && x < 100 && y < 100)) return { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: (shown.left - stage.left) * x,
    top: (shown.top - stage.top) * y,
    right: (stage.right - shown.right) * x,
    bottom: (stage.bottom - shown.bottom) * y,
  };
}
