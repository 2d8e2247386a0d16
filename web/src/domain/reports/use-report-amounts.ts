import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';

/** Writes figures of reports with their units; a dash for what is not known. */
export function useReportAmounts() {
  const { t } = useText();
  const format = useFormat();
  const known = (write: (value: number) => string) => (value: number | null) =>
    value === null ? '–' : write(value);
  return {
    count: known((value) => format.number(value)),
    share: known((value) => format.percent(value, value > 0 && value < 0.1 ? 1 : 0)),
    latency: known((ms) =>
      ms < 1000
        ? t('performance.milliseconds', { value: format.number(ms) })
        : t('performance.seconds', { value: format.number(ms / 1000, 1) }),
    ),
    bitrate: known((kbps) =>
      kbps < 1000
        ? t('reports.kbps', { value: format.number(kbps) })
        : t('reports.mbps', { value: format.number(kbps / 1000, 1) }),
    ),
    times: known((value) => t('reports.times', { value: format.number(value, 1) })),
    /** Of watching: seconds, then minutes, then hours with minutes. */
    watched: known((seconds) => {
      if (seconds < 60) return t('performance.seconds', { value: format.number(seconds) });
      const minutes = Math.round(seconds / 60);
      if (minutes < 60) return t('videos.minutes', { minutes: format.number(minutes) });
      if (minutes >= 100 * 60)
        return t('reports.hours', { value: format.number(Math.round(minutes / 60)) });
      return t('videos.hours', {
        hours: format.number(Math.floor(minutes / 60)),
        minutes: format.number(minutes % 60),
      });
    }),
  };
}
