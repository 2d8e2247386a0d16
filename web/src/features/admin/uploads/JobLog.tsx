import type { UploadJobDetail } from '@prahari/contract';
import { useId, useState } from 'react';
import { STEP_TEXTS } from '../../../domain/jobs/step-texts.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './JobLog.module.css';
import { useFailureText } from './use-failure-text.ts';

const cx = classNames(styles);

/** What the server wrote about a job, for those who look for a fault: the cause, then each line. */
export function JobLog({ job: { log, failure } }: { readonly job: UploadJobDetail }) {
  const { t } = useText();
  const failureText = useFailureText();
  const [isOpen, setOpen] = useState(false);
  const linesId = useId();
  if (log.length === 0 && failure === null) return null;
  return (
    <Card
      title={t('jobs.log')}
      description={
        failure === null ? (
          t('jobs.logText')
        ) : (
          <code lang="en" className={cx('cause')}>
            {failure.message === failureText(failure)
              ? failure.code
              : `${failure.code}: ${failure.message}`}
          </code>
        )
      }
      actions={
        log.length === 0 ? null : (
          <Button
            size="compact"
            aria-expanded={isOpen}
            aria-controls={isOpen ? linesId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'jobs.hideLog' : 'jobs.showLog')}
          </Button>
        )
      }
      flush
    >
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section id={linesId} className={cx('log')} aria-label={t('jobs.log')} tabIndex={0}>
          <ol className={cx('lines')}>
            {log
              .map((line, index) => ({ ...line, key: `${line.at} ${index}` }))
              .map(({ key, at, step, message }) => (
                <li key={key} className={cx('line')}>
                  <Time value={at} show="timeOfDay" />
                  <span>{step === null ? null : t(STEP_TEXTS[step])}</span>
                  <span lang="en">{message}</span>
                </li>
              ))}
          </ol>
        </section>
      ) : null}
    </Card>
  );
}
