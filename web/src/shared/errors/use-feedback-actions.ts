import { useCallback } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useNavigate } from '../routing/use-address.ts';
import { chooseFeedbackAction } from './feedback-action.ts';
import { reportIssue } from './report-issue.ts';

/** Returns what helps after an error, as a label and what it does (specification, section 8). */
export function useFeedbackActions() {
  const { t } = useText();
  const navigate = useNavigate();
  return useCallback(
    (error: unknown) =>
      ({
        retry: { label: t('common.retry'), onClick: () => window.location.reload() },
        login: { label: t('trouble.login'), onClick: () => navigate('/login') },
        report: {
          label: t('trouble.reportIssue'),
          onClick: () => void reportIssue(error, 'feedback'),
        },
      })[chooseFeedbackAction(error)],
    [navigate, t],
  );
}
