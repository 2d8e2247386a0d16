import { endpoints, type FindingDetail } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { useApi } from '../../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../../shared/api/ErrorNotice.tsx';
import { isMissing } from '../../../../shared/api/refusal.ts';
import { useErrorText } from '../../../../shared/api/use-error-text.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { Spinner } from '../../../../ui/Spinner.tsx';
import { useCheckText } from '../use-check-text.ts';
import { useFinding, useRefreshAudits } from '../use-security-audit.ts';
import { AcceptDialog } from './AcceptDialog.tsx';
import styles from './Finding.module.css';
import { FindingFacts } from './FindingFacts.tsx';
import { useRecheck } from './use-recheck.ts';

const cx = classNames(styles);

interface FindingDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** All that is known of one finding, and what can be done: check again, accept, open again. */
export function FindingDialog({ id, onClose }: FindingDialogProps) {
  const { t } = useText();
  const say = useCheckText();
  const query = useFinding(id);
  const recheck = useRecheck(id);
  const [isAccepting, setAccepting] = useState(false);
  const finding = query.data;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={
        finding
          ? say({
              checkId: finding.checkId,
              part: 'description',
              english: finding.description,
            })
          : t('securityAudit.finding')
      }
      closeLabel={t('common.close')}
      footer={
        finding ? (
          <>
            <LifeButton finding={finding} onAccept={() => setAccepting(true)} />
            <Button
              variant="primary"
              icon="refresh"
              loading={recheck.isBusy}
              onClick={recheck.start}
            >
              {t('securityAudit.recheck')}
            </Button>
          </>
        ) : null
      }
    >
      {query.isPending ? <Skeleton shape="block" /> : null}
      {query.isError && !finding ? (
        isMissing(query.error) ? (
          <p>{t('securityAudit.noSuchFinding')}</p>
        ) : (
          <ErrorNotice error={query.error} />
        )
      ) : null}
      <RecheckNote recheck={recheck} />
      {finding ? <FindingFacts finding={finding} /> : null}
      {finding && isAccepting ? <AcceptDialog id={id} onClose={() => setAccepting(false)} /> : null}
    </Dialog>
  );
}

function RecheckNote({ recheck }: { readonly recheck: ReturnType<typeof useRecheck> }) {
  const { t } = useText();
  const { isBusy, result, error } = recheck;
  return (
    <>
      {error ? <ErrorNotice error={error} /> : null}
      <div role="status">
        {isBusy ? (
          <p className={cx('recheck')}>
            <Spinner /> {t('securityAudit.recheckBusy')}
          </p>
        ) : null}
        {result ? (
          <p className={cx('recheck', result)}>{t(`securityAudit.recheck_${result}`)}</p>
        ) : null}
      </div>
    </>
  );
}

interface LifeButtonProps {
  readonly finding: FindingDetail;
  readonly onAccept: () => void;
}

/** Accepts the risk of what is open, and takes that back. */
function LifeButton({ finding: { id, status }, onAccept }: LifeButtonProps) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshAudits();
  const errorText = useErrorText();
  const reopen = useMutation({
    mutationFn: () => api.call(endpoints.securityAudit.reopen, { params: { id } }),
    onSuccess: (changed) => {
      queryClient.setQueryData([...queryKeys.securityAudit, 'finding', id], changed);
      notify.success(t('securityAudit.reopenDone'));
    },
    onError: (error) => notify.error(errorText(error).text),
    onSettled: refresh,
  });
  if (status === 'resolved') return null;
  if (status === 'accepted') {
    return (
      <Button icon="undo" loading={reopen.isPending} onClick={() => reopen.mutate()}>
        {t('securityAudit.reopen')}
      </Button>
    );
  }
  return <Button onClick={onAccept}>{t('securityAudit.accept')}</Button>;
}
