import type shaka from 'shaka-player/dist/shaka-player.dash.js';

type LoadingPlayer = Pick<shaka.Player, 'configure' | 'load' | 'getStats'>;
type PlayingVideo = Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'playbackRate' | 'play'>;

export interface SoundSwitchInput {
  readonly player: LoadingPlayer;
  readonly video: PlayingVideo;
  readonly manifestAddress: string;
  /** Whether the lesson was loaded without its picture. */
  readonly isSoundAlone: boolean;
  readonly onError: (error: unknown) => void;
  /** Called when it was loaded again: the choice of its qualities must be repeated. */
  readonly onLoaded: () => void;
}

export interface SoundSwitch {
  /** Loads the lesson again where it stands, with or without its picture. */
  choose(isSoundAlone: boolean): void;
  isSoundAlone(): boolean;
  /** Returns what was fetched before the last load, which starts the count again. */
  bytesBefore(): number;
}

/** Named, because the address has no ending to tell it by and Shaka would ask once more. */
export const manifestType = 'application/dash+xml';

/**
 * Sound alone takes a twentieth of the data of a picture. Shaka decides at loading whether there is a
 * picture, so a change loads again; one at a time, and of several wishes the last.
 */
export function createSoundSwitch(input: SoundSwitchInput): SoundSwitch {
  const { player, video, manifestAddress, onError, onLoaded } = input;
  let loaded = input.isSoundAlone;
  let wanted = loaded;
  let isLoading = false;
  let bytes = 0;

  async function load(isSoundAlone: boolean): Promise<void> {
    const { currentTime, paused, playbackRate } = video;
    bytes += player.getStats().bytesDownloaded || 0;
    player.configure('manifest.disableVideo', isSoundAlone);
    loaded = isSoundAlone;
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
    choose(isSoundAlone) {
      wanted = isSoundAlone;
      if (!isLoading) void follow();
    },
    isSoundAlone: () => loaded,
    bytesBefore: () => bytes,
  };
}
