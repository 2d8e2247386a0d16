import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../ui/notify.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { feedbackAction } from './feedback-action.ts';
import { reportIssue } from './report-issue.ts';

/** Says that something failed, and offers what helps: Retry, Login or Report Issue. */
export function useErrorFeedback() {
  const { t } = useText();
  const errorText = useErrorText();
  const navigate = useNavigate();
  return useCallback(
    (error: unknown) => {
      const { text, reference } = errorText(error);
      const actions = {
        retry: { label: t('common.retry'), onClick: () => window.location.reload() },
        login: { label: t('trouble.login'), onClick: () => void navigate('/login') },
        report: {
          label: t('trouble.reportIssue'),
          onClick: () => void reportIssue(error, 'feedback'),
        },
      };
      notify.error(text, { description: reference, action: actions[feedbackAction(error)] });
    },
    [errorText, navigate, t],
  );
}
