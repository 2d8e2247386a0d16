import { listen } from '../listen.ts';
import type { Detector } from '../signal.ts';

/** Reports picture-in-picture, which the browser's menu opens without any function of the page. */
export function createPictureInPictureDetector(video: HTMLVideoElement): Detector {
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
