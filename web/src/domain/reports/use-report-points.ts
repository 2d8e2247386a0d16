import type { ReportStepLength } from '@prahari/contract';
import { makeTimePoints } from '../../shared/chart/time-points.ts';
import { findLocale } from '../../shared/i18n/language.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import type { ChartPoint } from '../../ui/Chart.tsx';

export interface ReportSteps {
  readonly stepLength: ReportStepLength;
  readonly timeZone: string;
}

const wholeDay = { dateStyle: 'full' } as const;
const wholeTime = {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Makes the points of a chart from the steps of a report, in whose time zone they begin. */
export function useReportPoints() {
  const { language } = useText();
  return ({ stepLength, timeZone }: ReportSteps, timestamps: readonly string[]): ChartPoint[] => {
    const isDaily = stepLength === 'day';
    const locale = findLocale(language);
    const looks = isDaily ? wholeDay : wholeTime;
    const { format: writeName } = new Intl.DateTimeFormat(locale, { ...looks, timeZone });
    return makeTimePoints(timestamps, { locale, timeZone, isDaily, writeName });
  };
}
