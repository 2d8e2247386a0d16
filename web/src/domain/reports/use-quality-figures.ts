import { builtInLimits, type PlayQuality, startParts } from '@prahari/contract';
import { useText } from '../../shared/i18n/use-text.ts';
import type { ReportFigure } from './FigureTiles.tsx';
import { useReportAmounts } from './use-report-amounts.ts';

/** From this share of waiting on, playback is not good; no alert rule watches it. */
export const mostRebufferRatio = 0.05;

/** Describes how lessons play as figures, each with its definition. */
export function useQualityFigures() {
  const { t } = useText();
  const { count, share, latency, bitrate } = useReportAmounts();
  const judgeFailures = ({ failureRatio }: PlayQuality) => {
    const limit = share(builtInLimits.failedPlaybackRatio);
    return failureRatio !== null && failureRatio >= builtInLimits.failedPlaybackRatio
      ? { alarm: t('reports.overLimit', { limit }) }
      : {};
  };
  const judgeRebuffering = ({ rebufferRatio }: PlayQuality) =>
    rebufferRatio !== null && rebufferRatio >= mostRebufferRatio
      ? { alarm: t('reports.overTarget', { limit: share(mostRebufferRatio) }) }
      : {};
  return (quality: PlayQuality): readonly ReportFigure[] => [
    {
      name: t('reports.startTime'),
      value: latency(quality.startP95Ms),
      note: t('reports.startTimeNote', {
        half: latency(quality.startP50Ms),
        count: quality.starts,
      }),
      about: t('reports.startTimeAbout'),
    },
    {
      name: t('reports.rebuffer'),
      value: share(quality.rebufferRatio),
      note: t('reports.ofPlays', { count: quality.starts }),
      about: t('reports.rebufferAbout'),
      ...judgeRebuffering(quality),
    },
    {
      name: t('reports.failures'),
      value: share(quality.failureRatio),
      note: t('reports.ofAttempts', {
        part: count(quality.failures),
        whole: count(quality.attempts),
      }),
      about: t('reports.failuresAbout'),
      ...judgeFailures(quality),
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

/** Describes what starts wait for: the longest part, and each part in its order. */
export function useStartFigures() {
  const { t } = useText();
  const { share, latency } = useReportAmounts();
  return ({ startParts: known }: Pick<PlayQuality, 'startParts'>) => {
    const whole = Object.values(known ?? {}).reduce((sum, ms) => sum + ms, 0);
    const ofStart = (ms: number) => t('reports.ofStart', { share: share(ms / whole) });
    const parts = startParts.map((part): ReportFigure => {
      const ms = known?.[part] ?? null;
      const figure = {
        name: t(`reports.start_${part}`),
        value: latency(ms),
        about: t(`reports.startAbout_${part}`),
      };
      return ms === null || whole === 0 ? figure : { ...figure, note: ofStart(ms) };
    });
    const name = t('reports.longestPart');
    const about = t('reports.longestPartAbout');
    if (known === null || whole === 0)
      return { longest: { name, value: latency(null), about }, parts };
    const part = startParts.reduce((one, other) => (known[other] > known[one] ? other : one));
    const note = `${t(`reports.part_${part}`)} · ${ofStart(known[part])}`;
    return { longest: { name, value: latency(known[part]), note, about }, parts };
  };
}
