import type shaka from 'shaka-player/dist/shaka-player.dash.js';

type LanguagePlayer = Pick<shaka.Player, 'configure' | 'getAudioTracks' | 'selectAudioTrack'>;

/** How much of the previous language is kept until the chosen one is fetched. */
const bridgeSeconds = 3;

export interface AudioLanguages {
  /** RFC 5646, each once, in the order of the manifest; `und` where it says nothing. */
  list(): string[];
  /** The one that plays; undefined before there is sound. */
  playing(): string | undefined;
  /** Plays in this language where the video has it, else in the video's first. */
  choose(language: string | null): void;
}

/**
 * Lists and chooses the audio languages of a video.
 *
 * @param remembered the wish of before, which the first load already goes by
 */
export function createAudioLanguages(
  player: LanguagePlayer,
  remembered: string | null,
): AudioLanguages {
  let preferred: string | null = null;
  // Each load goes by it, also the one that takes the picture away. The library copies its whole
  // configuration at each call, which delays the first picture.
  function prefer(language: string | null) {
    if (language === preferred) return;
    preferred = language;
    player.configure('preferredAudio', language === null ? [] : [{ language }]);
  }
  const playing = () => player.getAudioTracks().find(({ active }) => active)?.language;
  prefer(remembered);

  return {
    list: () => [...new Set(player.getAudioTracks().map(({ language }) => language))],
    playing,
    choose(language) {
      prefer(language);
      if (language === null || playing() === language) return;
      const track = player.getAudioTracks().find((each) => each.language === language);
      if (track) player.selectAudioTrack(track, bridgeSeconds);
    },
  };
}
