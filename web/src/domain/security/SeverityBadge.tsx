import type { IncidentSeverity } from '@prahari/contract';
import { useText } from '../../shared/i18n/use-text.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const TONES: Readonly<Record<IncidentSeverity, Tone>> = {
  low: 'neutral',
  medium: 'warning',
  high: 'danger',
  critical: 'danger',
};

export function SeverityBadge({ severity }: { readonly severity: IncidentSeverity }) {
  const { t } = useText();
  return <Badge tone={TONES[severity]}>{t(`security.severity_${severity}`)}</Badge>;
}
