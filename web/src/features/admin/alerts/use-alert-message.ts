import { type Alert, type AlertMetricName, alertMetrics } from '@prahari/contract';
import { useCallback } from 'react';
import { useAlertWords } from '../../../domain/alerts/use-alert-words.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { readMeasure } from './alert-measure.ts';
import { beginSentence, isNamedByTitle } from './alert-text.ts';
import { useRuleWords } from './rules/use-rule-words.ts';
import { useWindowText } from './use-window-text.ts';

/** Their unit says all that their name does: '10 devices within 24 h'. */
const saidByUnit: ReadonlySet<AlertMetricName> = new Set([
  ...(['devices', 'countries', 'sessions', 'networks', 'videos'] as const),
]);

type Told = Pick<
  Alert,
  'isTest' | 'message' | 'metadata' | 'ruleKey' | 'subject' | 'title' | 'userDetails'
>;

/**
 * Says in the reader's language what an alert measured. The server's own sentence is English, and
 * stands in where this client doesn't know the metric.
 */
export function useAlertMessage() {
  const { t } = useText();
  const { titleOf } = useAlertWords();
  const { metricOf, measureOf, factOf } = useRuleWords();
  const { writeSpan } = useWindowText();
  return useCallback(
    (alert: Told) => {
      const { isTest, message, metadata, subject, userDetails } = alert;
      if (isTest && userDetails) {
        return { text: t('alerts.messageTest', { name: userDetails.name }), lang: undefined };
      }
      const found = readMeasure(metadata);
      if (!found) return { text: message, lang: 'en' };
      const { metric, value, timeWindow } = found;
      const isOfAddresses = subject.kind === 'address' || subject.kind === 'network';
      const about = isOfAddresses ? ` (${subject.key})` : '';
      const name = metricOf(metric);
      const what = name + about;
      const measure = measureOf(metric, value);
      const window = writeSpan(timeWindow);
      if (alertMetrics[metric].kind === 'event') {
        return { text: `${what}: ${measure}`, lang: undefined };
      }
      const isSaid = saidByUnit.has(metric) || isNamedByTitle(titleOf(alert), name);
      const fact = isSaid ? measure : factOf(metric, value);
      const text =
        fact === undefined
          ? t('alerts.messageWithin', { what, measure, window })
          : beginSentence(t('alerts.measureWithin', { measure: fact, window })) + about;
      return { text, lang: undefined };
    },
    [t, titleOf, metricOf, measureOf, factOf, writeSpan],
  );
}
