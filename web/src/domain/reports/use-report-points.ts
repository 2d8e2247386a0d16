import type { ReportStepLength } from '@prahari/contract';
import { useFormat } from '../../shared/format/use-format.ts';
import { findLocale } from '../../shared/i18n/language.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import type { ChartPoint } from '../../ui/Chart.tsx';

export interface ReportSteps {
  readonly stepLength: ReportStepLength;
  readonly timeZone: string;
}

/** Makes the points of a chart from the steps of a report, whose days are those of its time zone. */
export function useReportPoints() {
  const { language } = useText();
  const format = useFormat();
  return ({ stepLength, timeZone }: ReportSteps, timestamps: readonly string[]): ChartPoint[] => {
    const isDay = stepLength === 'day';
    const short = new Intl.DateTimeFormat(
      findLocale(language),
      isDay ? { day: 'numeric', month: 'short', timeZone } : { hour: 'numeric', minute: '2-digit' },
    );
    const whole = new Intl.DateTimeFormat(findLocale(language), { dateStyle: 'full', timeZone });
    return timestamps.map((at) => {
      const time = new Date(at);
      return {
        key: at,
        label: short.format(time),
        name: isDay ? whole.format(time) : format.dateTime(time),
      };
    });
  };
}
