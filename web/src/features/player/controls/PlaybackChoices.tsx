import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import type { Engine } from '../engine/start/start-engine.ts';
import { Choice } from './Choice.tsx';
import { NO_PICTURE, SAVER_HEIGHT, SPEEDS } from './preferences.ts';
import type { UsePreferences } from './use-preferences.ts';

const AUTO = 'auto';
const SAVER = String(SAVER_HEIGHT);
const SOUND = String(NO_PICTURE);

interface PlaybackChoicesProps extends UsePreferences {
  readonly engine: Engine | null;
  readonly hasSlides: boolean;
}

/** Speed, quality, and the language where there are several. */
export function PlaybackChoices({ engine, hasSlides, preferences, change }: PlaybackChoicesProps) {
  const { t } = useText();
  const format = useFormat();
  const heights = engine?.heights() ?? [];
  const { speed, heightPixels } = preferences;
  const sound = engine?.languages() ?? { list: [], playing: undefined };
  // A height remembered from another video plays as the nearest one here.
  const shown = heights.find((height) => heightPixels !== null && height <= heightPixels);
  return (
    <>
      <Choice
        label={t('player.speed')}
        value={String(speed)}
        options={SPEEDS.map((value) => ({
          value: String(value),
          label: t('player.times', { speed: format.number(value, 2) }),
        }))}
        onChange={(value) => change({ speed: SPEEDS.find((each) => String(each) === value) ?? 1 })}
      />
      <Choice
        label={t('player.quality')}
        value={choiceOf(heightPixels, shown ?? heights.at(-1))}
        options={[
          { value: AUTO, label: t('player.qualityAuto') },
          { value: SAVER, label: t('player.qualitySaver') },
          {
            value: SOUND,
            label: t(hasSlides ? 'player.qualitySound' : 'player.qualitySoundAlone'),
          },
          ...heights.map((height) => ({ value: String(height), label: `${height}p` })),
        ]}
        onChange={(value) => change({ heightPixels: value === AUTO ? null : Number(value) })}
      />
      {sound.list.length > 1 && (
        <Choice
          label={t('player.soundLanguage')}
          value={languagePlayed(sound, preferences.soundLanguage)}
          options={sound.list.map((value) => ({
            value,
            label: value === 'und' ? t('player.soundUnnamed') : format.language(value),
          }))}
          onChange={(value) => change({ soundLanguage: value })}
        />
      )}
    </>
  );
}

function choiceOf(heightPixels: number | null, nearest: number | undefined): string {
  if (heightPixels === null) return AUTO;
  if (heightPixels === NO_PICTURE) return SOUND;
  return heightPixels === SAVER_HEIGHT ? SAVER : String(nearest ?? AUTO);
}

/** The wish where the video has it, since it takes a moment to play. */
function languagePlayed(
  { list, playing }: { readonly list: readonly string[]; readonly playing: string | undefined },
  wanted: string | null,
): string {
  const isThere = wanted !== null && list.includes(wanted);
  return (isThere ? wanted : playing) ?? '';
}
