import type { UploadJobDetail } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { STEP_TEXTS } from './step-texts.ts';
import styles from './Uploads.module.css';

const cx = classNames(styles);

/** What happened to a job, the newest line first, so that it needs no scrolling to be seen. */
export function JobLog({ lines }: { readonly lines: UploadJobDetail['log'] }) {
  const { t } = useText();
  return (
    <Card title={t('jobs.log')} description={t('jobs.logText')} flush>
      {lines.length === 0 ? (
        <p className={cx('hint')}>{t('jobs.logEmpty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={cx('log')} aria-label={t('jobs.log')} tabIndex={0}>
          <ol className={cx('log-lines')}>
            {lines
              .map((line, index) => ({ ...line, key: `${line.at} ${index}` }))
              .reverse()
              .map(({ key, at, step, message }) => (
                <li key={key} className={cx('log-line')}>
                  <Time value={at} />
                  <span>{step === null ? null : t(STEP_TEXTS[step])}</span>
                  <span lang="en">{message}</span>
                </li>
              ))}
          </ol>
        </section>
      )}
    </Card>
  );
}
