import { type Alert, alertMetrics } from '@prahari/contract';
import { useCallback } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { readMeasure } from './alert-measure.ts';
import { useRuleWords } from './rules/use-rule-words.ts';
import { useWindowText } from './use-window-text.ts';

type Told = Pick<Alert, 'isTest' | 'message' | 'metadata' | 'subject' | 'userDetails'>;

/**
 * Says in the reader's language what an alert measured. The server's own sentence is English, and
 * stands in where this client doesn't know the metric.
 */
export function useAlertMessage() {
  const { t } = useText();
  const { metricOf, measureOf } = useRuleWords();
  const writeWindow = useWindowText();
  return useCallback(
    ({ isTest, message, metadata, subject, userDetails }: Told) => {
      if (isTest && userDetails) {
        return { text: t('alerts.messageTest', { name: userDetails.name }), lang: undefined };
      }
      const found = readMeasure(metadata);
      if (!found) return { text: message, lang: 'en' };
      const { metric, value, timeWindow } = found;
      const isOfAddresses = subject.kind === 'address' || subject.kind === 'network';
      const what = metricOf(metric) + (isOfAddresses ? ` (${subject.key})` : '');
      const measure = measureOf(metric, value);
      const text =
        alertMetrics[metric].kind === 'event'
          ? `${what}: ${measure}`
          : t('alerts.messageWithin', { what, measure, window: writeWindow(timeWindow) });
      return { text, lang: undefined };
    },
    [t, metricOf, measureOf, writeWindow],
  );
}
