import { type AlertMetricName, type AlertMetricUnit, alertMetrics } from '@prahari/contract';
import { useMemo } from 'react';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';

/** Texts have names of letters only. */
const unitKeys = {
  times: 'times',
  accounts: 'accounts',
  devices: 'devices',
  systems: 'systems',
  addresses: 'addresses',
  networks: 'networks',
  countries: 'countries',
  sessions: 'sessions',
  videos: 'videos',
  rows: 'rows',
  ms: 'ms',
  'km/h': 'kmh',
  km: 'km',
  x: 'x',
  share: 'share',
} as const satisfies Record<AlertMetricUnit, string>;

const countedUnits = [
  ...(['times', 'accounts', 'devices', 'systems', 'addresses'] as const),
  ...(['networks', 'countries', 'sessions', 'videos', 'rows'] as const),
];

/** How metrics, their units and their values are written in the reader's language. */
export function useRuleWords() {
  const { t } = useText();
  const { number } = useFormat();
  return useMemo(() => {
    const unitOf = (metric: AlertMetricName) =>
      t(`ruleUnits.${unitKeys[alertMetrics[metric].unit]}`);
    return {
      metricOf: (metric: AlertMetricName) => t(`ruleMetrics.${metric}`),
      unitOf,
      measureOf: (metric: AlertMetricName, value: number) => {
        const { unit } = alertMetrics[metric];
        const counted = countedUnits.find((one) => one === unit);
        if (counted) return t(`ruleMeasures.${counted}`, { count: value });
        return `${number(unit === 'share' ? value * 100 : value, 1)} ${unitOf(metric)}`;
      },
    };
  }, [t, number]);
}
