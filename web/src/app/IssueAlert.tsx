import { useSyncExternalStore } from 'react';
import { reportedIssue } from '../shared/errors/report-issue.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { AlertNotice } from '../ui/AlertNotice.tsx';

const TEXTS = {
  waiting: 'trouble.issueSending',
  arrived: 'trouble.issueArrived',
  kept: 'trouble.issueKept',
} as const;

/** The alert with the error id after 'Report Issue'. */
export function IssueAlert() {
  const { t } = useText();
  const issue = useSyncExternalStore(reportedIssue.subscribe, reportedIssue.get);
  if (issue === null) return null;
  const { errorId, arrived } = issue;
  return (
    <AlertNotice
      title={t('trouble.issueTitle')}
      description={t(TEXTS[arrived === null ? 'waiting' : arrived ? 'arrived' : 'kept'])}
      closeLabel={t('common.close')}
      onClose={reportedIssue.dismiss}
    >
      {t('trouble.errorId', { id: errorId })}
    </AlertNotice>
  );
}
