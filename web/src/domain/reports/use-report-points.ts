import type { ReportStepLength } from '@prahari/contract';
import { createTimeRank } from '../../shared/chart/time-rank.ts';
import { findLocale } from '../../shared/i18n/language.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import type { ChartPoint } from '../../ui/Chart.tsx';

export interface ReportSteps {
  readonly stepLength: ReportStepLength;
  readonly timeZone: string;
}

const dayLooks = {
  short: { day: 'numeric', month: 'short' },
  whole: { dateStyle: 'full' },
} as const;
const hourLooks = {
  short: { hour: 'numeric', minute: '2-digit' },
  whole: {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
} as const;

/** Makes the points of a chart from the steps of a report, in whose time zone they begin. */
export function useReportPoints() {
  const { language } = useText();
  return ({ stepLength, timeZone }: ReportSteps, timestamps: readonly string[]): ChartPoint[] => {
    const looks = stepLength === 'day' ? dayLooks : hourLooks;
    const locale = findLocale(language);
    const short = new Intl.DateTimeFormat(locale, { ...looks.short, timeZone });
    const whole = new Intl.DateTimeFormat(locale, { ...looks.whole, timeZone });
    const rank = createTimeRank(stepLength === 'day' ? 'day' : 'time', timeZone);
    return timestamps.map((at) => {
      const time = new Date(at);
      return { key: at, label: short.format(time), name: whole.format(time), rank: rank(time) };
    });
  };
}
