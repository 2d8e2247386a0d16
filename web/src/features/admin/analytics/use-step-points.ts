import type { AnalyticsOverview } from '@prahari/contract';
import { useCallback } from 'react';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import type { ChartPoint } from '../../../ui/Chart.tsx';

type StepFacts = Pick<AnalyticsOverview, 'stepLength' | 'timeZone'>;

/** Writes the steps of a chart in the time zone of reports, where they begin. */
export function useStepPoints({ stepLength, timeZone }: StepFacts) {
  const { language } = useText();
  return useCallback(
    (steps: readonly { readonly timestamp: string }[]): ChartPoint[] => {
      const locale = findLocale(language);
      const isDay = stepLength === 'day';
      const short = new Intl.DateTimeFormat(locale, {
        timeZone,
        ...(isDay
          ? ({ day: 'numeric', month: 'short' } as const)
          : ({ hour: 'numeric', minute: '2-digit' } as const)),
      });
      const full = new Intl.DateTimeFormat(locale, {
        timeZone,
        ...(isDay
          ? ({ dateStyle: 'full' } as const)
          : ({
              day: 'numeric',
              month: 'short',
              hour: 'numeric',
              minute: '2-digit',
              timeZoneName: 'short',
            } as const)),
      });
      return steps.map(({ timestamp }) => {
        const time = new Date(timestamp);
        return { key: timestamp, label: short.format(time), name: full.format(time) };
      });
    },
    [language, stepLength, timeZone],
  );
}
