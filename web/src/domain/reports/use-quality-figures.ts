import type { PlayQuality } from '@prahari/contract';
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
  ];
}
