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

/** Metrics of which a number is said with what it counts: '12 failed sign-ins'. */
const countedMetrics = [
  'failed_sign_ins',
  'sign_ins',
  'sign_in_attempts',
  'accounts_tried',
  'failed_sign_in_addresses',
  'failed_sign_in_devices',
  'guessed_accounts',
  'refused_proofs',
  'refused_devices',
  'device_accounts',
  'device_systems',
  'limited_calls',
  'reused_refreshes',
  'key_mismatches',
  'copied_devices',
  'calls',
  'clock_jumps',
  'playbacks',
  'ended_playbacks',
  'violations',
  'violated_videos',
  'incidents',
  'refused_licences',
  'forged_segments',
  'ended_segments',
  'blocked_scripts',
  'blocked_script_clients',
  'refused_calls',
  'refused_admin_calls',
  'unknown_objects',
  'fast_fetches',
  'silent_playbacks',
  'bare_fetches',
  'traced_recordings',
  'exports',
  'exported_rows',
  'granted_rights',
  'own_rights_changes',
  'weakened_rules',
  'claimed_roles',
  'forgotten_subjects',
] as const satisfies readonly AlertMetricName[];

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
      /** Undefined where only the name of a metric says what its number is of. */
      factOf: (metric: AlertMetricName, count: number) => {
        const counted = countedMetrics.find((one) => one === metric);
        return counted && t(`alertFacts.${counted}`, { count });
      },
      measureOf: (metric: AlertMetricName, value: number) => {
        const { unit } = alertMetrics[metric];
        const counted = countedUnits.find((one) => one === unit);
        if (counted) return t(`ruleMeasures.${counted}`, { count: value });
        return `${number(unit === 'share' ? value * 100 : value, 1)} ${unitOf(metric)}`;
      },
    };
  }, [t, number]);
}
