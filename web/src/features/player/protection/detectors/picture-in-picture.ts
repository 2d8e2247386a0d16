import { listen } from '../listen.ts';
import type { Detector } from '../signal.ts';

/** The small window can be opened past our page's functions, by the browser's own menu. */
export function pictureInPicture(video: HTMLVideoElement): Detector {
  return ({ report }) => {
    function leave() {
      report({
        type: 'picture_in_picture',
        confidence: 'high',
        message: 'The video went into picture-in-picture and was taken back',
      });
      document.exitPictureInPicture().catch(() => undefined);
    }
    return listen(video, 'enterpictureinpicture', leave);
  };
}
