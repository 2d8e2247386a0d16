import type { AuditReportSummary } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';

/** Says who or what started an audit. */
export function useStarter() {
  const { t } = useText();
  return ({
    trigger,
    startedByName: name,
  }: Pick<AuditReportSummary, 'trigger' | 'startedByName'>): string => {
    if (trigger === 'schedule') return t('securityAudit.bySchedule');
    if (trigger === 'recheck') return t('securityAudit.byRecheck');
    return name === null ? t('securityAudit.byPlatform') : t('securityAudit.startedBy', { name });
  };
}
