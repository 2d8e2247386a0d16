import { type AuditEntry, auditTypes, vendorSystems } from '@prahari/contract';
import type { Say } from '../../shared/i18n/text-key.ts';

/** Names what an entry is about in the reader's language; the empty text where nothing is named. */
export function describeSubject(
  t: Say,
  { action, subjectName }: Pick<AuditEntry, 'action' | 'subjectName'>,
): string {
  if (action === 'system.configure') return t('systemConfig.title');
  if (action.endsWith('.export') && subjectName !== '') {
    return t('audit.exportedFile', { format: subjectName.toUpperCase() });
  }
  const type = auditTypes.find((known) => known === subjectName);
  if (type && action.startsWith('security-audit.')) {
    return t('securityAudit.reportOf', { type: t(`securityAudit.type_${type}`) });
  }
  const system = vendorSystems.find((known) => known === subjectName);
  return action.startsWith('drm.') && system ? t(`keySystems.${system}`) : subjectName;
}
