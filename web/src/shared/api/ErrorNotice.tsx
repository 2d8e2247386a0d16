import { ApiError } from '@prahari/contract';
import { lazy, type MouseEvent, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { chooseFeedbackAction } from '../errors/feedback-action.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './ErrorNotice.module.css';
import { useErrorText } from './use-error-text.ts';
import type { Situation } from './user-text.ts';

const cx = classNames(styles);

/** Rarely needed, so fetched on demand; if that fails, the sentence is enough. */
const FeedbackButton = lazy(async () => {
  try {
    const load = import('../errors/FeedbackButton.tsx');
    const [button] = await Promise.all([load, loadTexts('account')]);
    return { default: button.FeedbackButton };
  } catch {
    return { default: () => null };
  }
});

export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly situation?: Situation;
}

/**
 * A failed action inside a form: the sentence, for support what identifies the request, and what
 * helps (specification, section 8). Retry sends the form again, so that nothing typed is lost.
 */
export function ErrorNotice({ error, situation }: ErrorNoticeProps) {
  const { t } = useText();
  const { text } = useErrorText()(error, situation);
  const id =
    error instanceof ApiError && !isMistyped(error, situation) ? error.correlationId : null;
  return (
    <div role="alert" className={cx('notice')}>
      <span className={cx('icon')}>
        <Icon name="error" />
      </span>
      <div>
        <p>{text}</p>
        {id ? (
          <details className={cx('detail')}>
            <summary>{t('auth.forSupport')}</summary>
            <span className={cx('code')}>{t('errors.reference', { id })}</span>
          </details>
        ) : null}
        <div className={cx('action')}>
          {chooseFeedbackAction(error) === 'retry' ? (
            <Button size="compact" icon="refresh" onClick={retry}>
              {t('common.retry')}
            </Button>
          ) : (
            <Suspense fallback={null}>
              <FeedbackButton error={error} {...(situation ? { situation } : {})} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );
}

/** Support has nothing to look for when a number or a password was mistyped. */
function isMistyped({ status }: ApiError, situation: Situation | undefined): boolean {
  return situation === 'login' && status === 401;
}

function retry({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const form = currentTarget.closest('form');
  if (form) form.requestSubmit();
  else window.location.reload();
}
