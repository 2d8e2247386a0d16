import type { ImportJob } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Import.module.css';
import { FAILURE_TEXTS } from './import-texts.ts';

const cx = classNames(styles);

/** Why the whole file was given up; nothing when it was not. */
export function JobFailure({ job, title }: { readonly job: ImportJob; readonly title: string }) {
  const { t, language } = useText();
  if (!job.failure) return null;
  const { code, message } = job.failure;
  return (
    <div role="alert" className={cx('notice', 'bad')}>
      <Icon name="error" />
      <div>
        <strong>{title}</strong>
        <p>{t(FAILURE_TEXTS[code])}</p>
        {/* The server's own sentence may name a row or a column; it speaks English only. */}
        {language === 'en' ? <p className={cx('detail')}>{message}</p> : null}
      </div>
    </div>
  );
}
