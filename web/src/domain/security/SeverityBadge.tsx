import type { AlertSeverity } from '@prahari/contract';
import { useText } from '../../shared/i18n/use-text.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const TONES: Readonly<Record<AlertSeverity, Tone>> = {
  info: 'info',
  low: 'neutral',
  medium: 'warning',
  high: 'danger',
  critical: 'danger',
};

/** Of incidents and alerts. */
export function SeverityBadge({ severity }: { readonly severity: AlertSeverity }) {
  const { t } = useText();
  return <Badge tone={TONES[severity]}>{t(`security.severity_${severity}`)}</Badge>;
}
