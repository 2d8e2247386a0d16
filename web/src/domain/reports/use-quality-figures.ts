import { type PlayQuality, startParts } from '@prahari/contract';
import { useText } from '../../shared/i18n/use-text.ts';
import type { Figure } from './FigureTiles.tsx';
import { useReportAmounts } from './use-report-amounts.ts';

/** Describes how lessons play as figures, each with its definition. */
export function useQualityFigures() {
  const { t } = useText();
  const { count, share, latency, bitrate } = useReportAmounts();
  return (quality: PlayQuality): readonly Figure[] => [
    {
      name: t('reports.startTime'),
      value: latency(quality.startP95Ms),
      note: t('reports.startTimeNote', { half: latency(quality.startP50Ms) }),
      about: t('reports.startTimeAbout'),
    },
    {
      name: t('reports.rebuffer'),
      value: share(quality.rebufferRatio),
      about: t('reports.rebufferAbout'),
    },
    {
      name: t('reports.failures'),
      value: share(quality.failureRatio),
      note: t('reports.ofAttempts', {
        part: count(quality.failures),
        whole: count(quality.attempts),
      }),
      about: t('reports.failuresAbout'),
    },
    {
      name: t('reports.exits'),
      value: share(quality.exitRatio),
      note: t('reports.ofAttempts', {
        part: count(quality.exitsBeforeStart),
        whole: count(quality.attempts),
      }),
      about: t('reports.exitsAbout'),
    },
    {
      name: t('reports.bitrate'),
      value: bitrate(quality.meanKbps),
      about: t('reports.bitrateAbout'),
    },
    {
      name: t('reports.dropped'),
      value: share(quality.droppedRatio),
      about: t('reports.droppedAbout'),
    },
  ];
}

/** Describes what starts wait for, one figure for each part in its order. */
export function useStartFigures() {
  const { t } = useText();
  const { share, latency } = useReportAmounts();
  return ({ startParts: parts }: Pick<PlayQuality, 'startParts'>): readonly Figure[] => {
    const whole = Object.values(parts ?? {}).reduce((sum, ms) => sum + ms, 0);
    return startParts.map((part) => {
      const figure = {
        name: t(`reports.start_${part}`),
        value: latency(parts?.[part] ?? null),
        about: t(`reports.startAbout_${part}`),
      };
      if (parts === null || whole === 0) return figure;
      return { ...figure, note: t('reports.ofStart', { share: share(parts[part] / whole) }) };
    });
  };
}
