import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fillScreen, isFilling, leaveScreen } from './filling.ts';
import {
  type Command,
  decideFullscreen,
  type FullscreenEvent,
  initialFullscreenState,
} from './fullscreen-rule.ts';

interface Elements {
  readonly stage: RefObject<HTMLElement | null>;
  readonly video: RefObject<HTMLVideoElement | null>;
}

/** Puts the fullscreen rule between the user, the browser and the video element. */
export function useFullscreenRule({ stage, video }: Elements) {
  const latest = useRef(initialFullscreenState);
  const [state, setState] = useState(initialFullscreenState);

  // Commands run within the event, because requestFullscreen needs the user's activation.
  const send = useCallback(
    (event: FullscreenEvent): void => {
      function execute(command: Command): void {
        switch (command) {
          case 'play':
            video.current?.play().catch(() => send('media-paused'));
            break;
          case 'pause':
            video.current?.pause();
            break;
          case 'enter':
            fillScreen(stage.current).catch(() => send('refused'));
            break;
          case 'exit':
            // Already out: the change event has come or will come.
            leaveScreen(stage.current).catch(() => undefined);
            break;
        }
      }
      const element = video.current;
      // Events of the media come late: a key may be pressed between a pause and its event.
      const before =
        event === 'play-toggled' && element !== null
          ? { ...latest.current, playing: !element.paused }
          : latest.current;
      const outcome = decideFullscreen(before, event);
      latest.current = outcome.state;
      setState(outcome.state);
      for (const command of outcome.commands) execute(command);
    },
    [stage, video],
  );

  useEffect(() => {
    const element = video.current;
    const onChange = () => {
      // The picture alone in full screen would leave its marks behind.
      const inside = isFilling(stage.current);
      if (document.fullscreenElement !== null && !inside) {
        document.exitFullscreen().catch(() => undefined);
      }
      if (inside !== latest.current.fullscreen) send(inside ? 'entered' : 'left');
    };
    // A page out of sight plays nothing; it goes on when it is seen again.
    const onVisibility = () => send(document.hidden ? 'hidden' : 'shown');
    const onPlay = () => send('media-playing');
    const onPause = () => send('media-paused');
    const onClick = () => send('play-toggled');
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('visibilitychange', onVisibility);
    // Another display, or another size of it: checked regularly where the browser sends no event.
    window.addEventListener('resize', onChange);
    element?.addEventListener('play', onPlay);
    element?.addEventListener('pause', onPause);
    element?.addEventListener('click', onClick);
    // The video before may have left it to this one.
    onChange();
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('resize', onChange);
      element?.removeEventListener('play', onPlay);
      element?.removeEventListener('pause', onPause);
      element?.removeEventListener('click', onClick);
    };
  }, [send, stage, video]);

  return { state, send };
}
