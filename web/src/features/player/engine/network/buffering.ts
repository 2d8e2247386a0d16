import type { Stream } from '@prahari/contract';
import type shaka from 'shaka-player/dist/shaka-player.dash.js';

/** Plays as soon as there is a picture: no goal to reach first. */
const AT_ONCE = 0;

/** Plans what is held ahead and behind (specification, section 9), with a start that waits for nothing. */
export function planBuffering({ policy }: Pick<Stream, 'policy'>) {
  return {
    bufferingGoal: policy.bufferingGoalSeconds,
    rebufferingGoal: AT_ONCE,
    bufferBehind: policy.bufferBehindSeconds,
  };
}

/**
 * Once pictures move the goal of the policy holds: after a stall of the network it must be reached,
 * so that playback does not stall again at once. Starting, and going elsewhere in the video, waits
 * for no more than the picture there.
 */
export function followBuffering(
  video: HTMLVideoElement,
  player: Pick<shaka.Player, 'configure' | 'isBuffering'>,
  { policy }: Pick<Stream, 'policy'>,
): void {
  let isAtOnce = true;
  function require(goalSeconds: number): void {
    isAtOnce = goalSeconds === AT_ONCE;
    player.configure('streaming.rebufferingGoal', goalSeconds);
  }
  video.addEventListener('seeking', () => require(AT_ONCE));
  video.addEventListener('timeupdate', () => {
    if (!isAtOnce || video.paused || video.seeking || player.isBuffering()) return;
    require(policy.rebufferingGoalSeconds);
  });
}
