import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import styles from './SecurityAudit.module.css';
import { useCheckText } from './use-check-text.ts';
import { useNewestAudit, useRefreshAudits } from './use-security-audit.ts';

const cx = classNames(styles);

/** The audit that runs: how far it is, what it tests now, and how to stop it. */
export function ScanningCard({ id }: { readonly id: string }) {
  const { t } = useText();
  const format = useFormat();
  const say = useCheckText();
  const audit = useNewestAudit(id);
  const { cancel, isCancelling } = useCancel(id);
  const { done = 0, total = 0, current = null, currentId = null } = audit?.progress ?? {};
  const check =
    current && currentId ? say({ checkId: currentId, part: 'title', english: current }) : current;
  const title =
    audit?.trigger === 'recheck'
      ? t('securityAudit.rechecking')
      : t(audit?.status === 'queued' ? 'securityAudit.queued' : 'securityAudit.scanning');
  return (
    <section className={cx('scanning')} aria-label={title}>
      <span className={cx('scanSign')}>
        <Spinner />
      </span>
      <div className={cx('scanWords')}>
        <p className={cx('scanTitle')} role="status">
          {title}
        </p>
        <ProgressBar
          labelHidden
          label={title}
          value={total > 0 ? done / total : null}
          valueText={t('securityAudit.progress', {
            done: format.number(done),
            total: format.number(total),
          })}
        />
        <p className={cx('scanNote')}>
          {total > 0 ? (
            <span>
              {t('securityAudit.progress', {
                done: format.number(done),
                total: format.number(total),
              })}
            </span>
          ) : null}
          {check ? <span>{t('securityAudit.current', { check })}</span> : null}
          {audit && audit.estimatedDuration > 0 ? (
            <span>
              {t('securityAudit.estimate', { time: format.span(audit.estimatedDuration) })}
            </span>
          ) : null}
        </p>
      </div>
      <Button size="compact" icon="cancel" loading={isCancelling} onClick={cancel}>
        {t('securityAudit.cancel')}
      </Button>
    </section>
  );
}

function useCancel(id: string) {
  const { t } = useText();
  const api = useApi();
  const refresh = useRefreshAudits();
  const errorText = useErrorText();
  const act = useMutation({
    mutationFn: () => api.call(endpoints.securityAudit.cancel, { params: { id } }),
    onSuccess: () => notify.success(t('securityAudit.cancelled')),
    onError: (error) => notify.error(errorText(error).text),
    onSettled: refresh,
  });
  return { cancel: () => act.mutate(), isCancelling: act.isPending };
}
