import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import { reportedIssue } from '../shared/errors/report-issue.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Toaster } from '../ui/Toaster.tsx';

/** The place of messages and of the alert of a reported issue. */
export function Feedback({ IssueAlert }: { readonly IssueAlert: ComponentType }) {
  const { t } = useText();
  const issue = useSyncExternalStore(reportedIssue.subscribe, reportedIssue.get);
  return (
    <>
      <Toaster label={t('common.notifications')} closeLabel={t('common.close')} />
      {issue ? (
        <Suspense fallback={null}>
          <IssueAlert />
        </Suspense>
      ) : null}
    </>
  );
}
