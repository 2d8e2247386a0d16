import type { AlertCategory, AlertStatus } from '@prahari/contract';
import type { Tone } from '../../../ui/Badge.tsx';
import type { IconName } from '../../../ui/Icon.tsx';

/** The sign of each category. */
export const categoryIcons: Readonly<Record<AlertCategory, IconName>> = {
  authentication_failure: 'lock-reset',
  brute_force: 'hammer',
  suspicious_location: 'map-pin',
  unusual_device: 'monitor',
  rate_limiting: 'gauge',
  account_takeover: 'person-off',
  performance_degradation: 'activity',
  security_bypass: 'shield-alert',
  data_exfiltration: 'download',
  privilege_escalation: 'person-edit',
};

export const statusTones: Readonly<Record<AlertStatus, Tone>> = {
  active: 'danger',
  acknowledged: 'warning',
  resolved: 'success',
  suppressed: 'neutral',
};
