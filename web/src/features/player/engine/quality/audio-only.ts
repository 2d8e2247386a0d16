import type shaka from 'shaka-player/dist/shaka-player.dash.js';

type LoadingPlayer = Pick<shaka.Player, 'configure' | 'load' | 'getStats'>;
type PlayingVideo = Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'playbackRate' | 'play'>;

export interface AudioOnlySwitchInput {
  readonly player: LoadingPlayer;
  readonly video: PlayingVideo;
  readonly manifestAddress: string;
  /** Whether the video was loaded without its picture. */
  readonly isAudioOnly: boolean;
  readonly onError: (error: unknown) => void;
  /** Called when it was loaded again: the choice of its qualities must be repeated. */
  readonly onLoaded: () => void;
}

export interface AudioOnlySwitch {
  /** Loads the video again at its position, with or without its picture. */
  choose(isAudioOnly: boolean): void;
  isAudioOnly(): boolean;
  /** Returns what was fetched before the last load, which starts the count again. */
  bytesBefore(): number;
}

/** Given explicitly, because the address has no extension and Shaka would send another request. */
export const manifestType = 'application/dash+xml';

/**
 * Audio only takes a twentieth of the data of a picture. Shaka decides at loading whether there is a
 * picture, so a change loads again; one at a time, and of several wishes the last.
 */
export function createAudioOnlySwitch(input: AudioOnlySwitchInput): AudioOnlySwitch {
  const { player, video, manifestAddress, onError, onLoaded } = input;
  let loaded = input.isAudioOnly;
  let wanted = loaded;
  let isLoading = false;
  let bytes = 0;

  async function load(isAudioOnly: boolean): Promise<void> {
    const { currentTime, paused, playbackRate } = video;
    bytes += player.getStats().bytesDownloaded || 0;
    player.configure('manifest.disableVideo', isAudioOnly);
    loaded = isAudioOnly;
    await player.load(manifestAddress, currentTime, manifestType);
    onLoaded();
    // Loading sets the speed back, and stops.
    video.playbackRate = playbackRate;
    if (!paused) await video.play().catch(() => undefined);
  }

  async function follow(): Promise<void> {
    isLoading = true;
    try {
      while (loaded !== wanted) await load(wanted);
    } catch (error) {
      onError(error);
    }
    isLoading = false;
  }

  return {
    choose(isAudioOnly) {
      wanted = isAudioOnly;
      if (!isLoading) void follow();
    },
    isAudioOnly: () => loaded,
    bytesBefore: () => bytes,
  };
}
