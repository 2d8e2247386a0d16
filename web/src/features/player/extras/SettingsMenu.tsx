import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import {
  DropdownMenu,
  MenuChoice,
  MenuGroup,
  MenuHeading,
  MenuItem,
  MenuSeparator,
} from '../../../ui/DropdownMenu.tsx';
import { MenuCheck } from '../../../ui/MenuCheck.tsx';
import { Submenu } from '../../../ui/Submenu.tsx';
import { ControlButton } from '../controls/ControlButton.tsx';
import { NO_PICTURE, SAVER_HEIGHT, SPEEDS } from '../controls/preferences.ts';
import type { MenuPlace } from '../controls/use-opened.ts';
import type { UsePreferences } from '../controls/use-preferences.ts';
import type { Engine } from '../engine/start/start-engine.ts';
import { CAPTION_BACKGROUNDS, CAPTION_SIZES } from './caption-settings.ts';
import type { Captions } from './use-captions.ts';

export interface SettingsMenuProps extends UsePreferences, MenuPlace {
  readonly videoId: string;
  readonly engine: Engine | null;
  readonly hasSlides: boolean;
  readonly captions: Captions;
  /** Lists the keys. */
  readonly onHelp: () => void;
}

/** All lasting choices: quality, speed, sound, captions and autoplay. */
export function SettingsMenu(props: SettingsMenuProps) {
  const { container, focusAfterClick, open, onOpenChange, onHelp } = props;
  const { t } = useText();
  return (
    <DropdownMenu
      trigger={<ControlButton Glyph={Settings} label={t('lesson.settings')} />}
      side="top"
      container={container}
      focusAfterClick={focusAfterClick}
      open={open}
      onOpenChange={onOpenChange}
    >
      <QualityMenu {...props} />
      <SpeedMenu {...props} />
      <LanguageMenu {...props} />
      <CaptionsMenu {...props} />
      <MenuSeparator />
      <Switches {...props} />
      <MenuSeparator />
      <MenuItem shortcut="?" onSelect={onHelp}>
        {t('lesson.keysTitle')}
      </MenuItem>
      <DataMeter engine={props.engine} />
    </DropdownMenu>
  );
}

const AUTO = 'auto';

function QualityMenu({ engine, hasSlides, preferences, change, container }: SettingsMenuProps) {
  const { t } = useText();
  const { heightPixels } = preferences;
  const heights = engine?.heights() ?? [];
  // A height remembered from another video plays as the nearest one here.
  const nearest = heights.find((height) => heightPixels !== null && height <= heightPixels);
  const value = findChoice(heightPixels, nearest ?? heights.at(-1));
  const options = [
    { value: AUTO, label: t('lesson.qualityAuto') },
    ...heights.map((height) => ({ value: String(height), label: `${height}p` })),
  ];
  const saving = heightPixels === NO_PICTURE ? t(soundText(hasSlides)) : t('lesson.qualitySaver');
  return (
    <Submenu
      label={t('lesson.quality')}
      value={options.find((option) => option.value === value)?.label ?? saving}
      container={container}
    >
      <MenuChoice
        label={t('lesson.quality')}
        value={value}
        options={options}
        onChange={(chosen) => change({ heightPixels: chosen === AUTO ? null : Number(chosen) })}
      />
    </Submenu>
  );
}

/** Of the heights, or empty for what is no height. */
function findChoice(heightPixels: number | null, nearest: number | undefined): string {
  if (heightPixels === null) return AUTO;
  if (heightPixels === NO_PICTURE || heightPixels === SAVER_HEIGHT) return '';
  return String(nearest ?? AUTO);
}

const soundText = (hasSlides: boolean) =>
  hasSlides ? 'lesson.qualitySound' : 'lesson.qualitySoundAlone';

function SpeedMenu({ preferences, change, container }: SettingsMenuProps) {
  const { t } = useText();
  const format = useFormat();
  const nameOf = (speed: number) => t('player.times', { speed: format.number(speed, 2) });
  return (
    <Submenu label={t('lesson.speed')} value={nameOf(preferences.speed)} container={container}>
      <MenuChoice
        label={t('lesson.speed')}
        value={String(preferences.speed)}
        options={SPEEDS.map((speed) => ({ value: String(speed), label: nameOf(speed) }))}
        onChange={(value) => change({ speed: SPEEDS.find((each) => String(each) === value) ?? 1 })}
      />
    </Submenu>
  );
}

/** If there are several. */
function LanguageMenu({ engine, preferences, change, container }: SettingsMenuProps) {
  const { t } = useText();
  const format = useFormat();
  const { list, playing } = engine?.languages() ?? { list: [], playing: undefined };
  if (list.length < 2) return null;
  const { soundLanguage: wanted } = preferences;
  // The wish where the video has it, since it takes a moment to play.
  const value = (wanted !== null && list.includes(wanted) ? wanted : playing) ?? '';
  const nameOf = (language: string) =>
    language === 'und' ? t('lesson.soundUnnamed') : format.language(language);
  return (
    <Submenu
      label={t('lesson.soundLanguage')}
      value={value === '' ? '' : nameOf(value)}
      container={container}
    >
      <MenuChoice
        label={t('lesson.soundLanguage')}
        value={value}
        options={list.map((language) => ({ value: language, label: nameOf(language) }))}
        onChange={(soundLanguage) => change({ soundLanguage })}
      />
    </Submenu>
  );
}

const NONE = '';

/** The language and look of captions: visible at once, so the menu stays open. */
function CaptionsMenu({ captions, container }: SettingsMenuProps) {
  const { t } = useText();
  const { tracks, shown, settings, change } = captions;
  if (tracks.length === 0) return null;
  return (
    <Submenu
      label={t('lesson.captions')}
      value={shown?.label ?? t('lesson.off')}
      container={container}
    >
      <MenuChoice
        staysOpen
        label={t('lesson.captions')}
        value={shown?.language ?? NONE}
        options={[
          { value: NONE, label: t('lesson.off') },
          ...tracks.map(({ language, label }) => ({ value: language, label })),
        ]}
        onChange={(value) => change({ language: value === NONE ? null : value })}
      />
      {shown === null ? null : (
        <>
          <MenuSeparator />
          <MenuGroup heading={t('lesson.captionSize')}>
            <MenuChoice
              staysOpen
              label={t('lesson.captionSize')}
              value={settings.size}
              options={CAPTION_SIZES.map((value) => ({ value, label: t(`lesson.size_${value}`) }))}
              onChange={(size) => change({ size })}
            />
          </MenuGroup>
          <MenuSeparator />
          <MenuGroup heading={t('lesson.captionBackground')}>
            <MenuChoice
              staysOpen
              label={t('lesson.captionBackground')}
              value={settings.background}
              options={CAPTION_BACKGROUNDS.map((value) => ({
                value,
                label: t(`lesson.background_${value}`),
              }))}
              onChange={(background) => change({ background })}
            />
          </MenuGroup>
        </>
      )}
    </Submenu>
  );
}

function Switches({ videoId, hasSlides, preferences, change }: SettingsMenuProps) {
  const { t } = useText();
  const { heightPixels, autoplay } = preferences;
  const follows = useFollows(videoId);
  const switchTo = (height: number) => (isOn: boolean) =>
    change({ heightPixels: isOn ? height : null });
  return (
    <>
      <MenuCheck isSwitch checked={heightPixels === SAVER_HEIGHT} onChange={switchTo(SAVER_HEIGHT)}>
        {t('lesson.qualitySaver')}
      </MenuCheck>
      <MenuCheck isSwitch checked={heightPixels === NO_PICTURE} onChange={switchTo(NO_PICTURE)}>
        {t(soundText(hasSlides))}
      </MenuCheck>
      {follows ? (
        <MenuCheck isSwitch checked={autoplay} onChange={(isOn) => change({ autoplay: isOn })}>
          {t('lesson.autoplay')}
        </MenuCheck>
      ) : null}
    </>
  );
}

/** Whether there is a lesson that could start by itself after this one. */
function useFollows(videoId: string): boolean {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...queryKeys.videos, videoId, 'next'],
    queryFn: () => api.call(endpoints.videos.next, { params: { id: videoId } }),
  });
  return (data?.video ?? null) !== null;
}

const EVERY_MS = 2000;

/**
 * Shows what this video has used of the learner's data plan, and what an hour at this quality
 * would.
 */
function DataMeter({ engine }: Pick<SettingsMenuProps, 'engine'>) {
  const { t } = useText();
  const format = useFormat();
  const [traffic, setTraffic] = useState(() => engine?.traffic());
  useEffect(() => {
    const timer = setInterval(() => setTraffic(engine?.traffic()), EVERY_MS);
    return () => clearInterval(timer);
  }, [engine]);
  if (!traffic) return null;
  return (
    <MenuHeading>
      <span title={t('lesson.dataTitle')} data-testid="data-meter">
        {t('lesson.dataUse', {
          used: format.bytes(traffic.bytes),
          hour: format.bytes(countBytesAnHour(traffic.bitsPerSecond)),
        })}
      </span>
    </MenuHeading>
  );
}

const SECONDS_AN_HOUR = 3600;
const BITS_A_BYTE = 8;
const MEGABYTE = 1_000_000;

/** In whole megabytes: it is an estimate. */
function countBytesAnHour(bitsPerSecond: number): number {
  const bytes = (bitsPerSecond * SECONDS_AN_HOUR) / BITS_A_BYTE;
  return Math.round(bytes / MEGABYTE) * MEGABYTE;
}
