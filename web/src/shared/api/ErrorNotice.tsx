import { ApiError } from '@prahari/contract';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './ErrorNotice.module.css';
import { useErrorText } from './use-error-text.ts';
import type { Situation } from './user-text.ts';

const cx = classNames(styles);

export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly situation?: Situation;
}

/** A failed action inside a form: the sentence, and for support what identifies the request. */
export function ErrorNotice({ error, situation }: ErrorNoticeProps) {
  const { t } = useText();
  const { text } = useErrorText()(error, situation);
  const id = error instanceof ApiError ? error.correlationId : null;
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
      </div>
    </div>
  );
}
