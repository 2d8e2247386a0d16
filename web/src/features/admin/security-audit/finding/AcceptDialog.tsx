import { acceptedRiskDays, endpoints } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { useApi } from '../../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../../shared/api/ErrorNotice.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { NumberField } from '../../../../ui/NumberField.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Textarea } from '../../../../ui/Textarea.tsx';
import { useRefreshAudits } from '../use-security-audit.ts';
import styles from './Finding.module.css';

const cx = classNames(styles);
const usualDays = '90';
const reasonCharacters = 1000;

interface AcceptDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks why the risk of a finding is accepted, and for how long. */
export function AcceptDialog({ id, onClose }: AcceptDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const formId = useId();
  const [reason, setReason] = useState('');
  const [daysText, setDaysText] = useState(usualDays);
  const [isAsked, setAsked] = useState(false);
  const accept = useAccept(id, onClose);
  const days = readDays(daysText);
  const isReasoned = reason.trim() !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    // Events of a dialog in a dialog arrive at the form around both.
    event.stopPropagation();
    setAsked(true);
    if (isReasoned && days !== null) accept.mutate({ reason: reason.trim(), days });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('securityAudit.acceptTitle')}
      description={t('securityAudit.acceptText')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={accept.isPending}>
            {t('securityAudit.accept')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={cx('form')} onSubmit={submit}>
        {accept.isError ? <ErrorNotice error={accept.error} /> : null}
        <Textarea
          required
          label={t('securityAudit.reason')}
          error={isAsked && !isReasoned ? t('securityAudit.reasonNeeded') : undefined}
          maxLength={reasonCharacters}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <NumberField
          required
          label={t('securityAudit.acceptDays')}
          unit={t('securityAudit.daysUnit')}
          error={
            isAsked && days === null
              ? t('securityAudit.daysWrong', {
                  min: format.number(acceptedRiskDays.min),
                  max: format.number(acceptedRiskDays.max),
                })
              : undefined
          }
          value={daysText}
          onChange={({ target }) => setDaysText(target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Reads a number of days as it was typed; null where it is none that can be accepted. */
export function readDays(text: string): number | null {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days >= acceptedRiskDays.min && days <= acceptedRiskDays.max ? days : null;
}

function useAccept(id: string, onDone: () => void) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshAudits();
  return useMutation({
    mutationFn: (body: { reason: string; days: number }) =>
      api.call(endpoints.securityAudit.accept, { params: { id }, body }),
    onSuccess: (changed) => {
      queryClient.setQueryData([...queryKeys.securityAudit, 'finding', id], changed);
      notify.success(t('securityAudit.acceptDone'));
      onDone();
    },
    onSettled: refresh,
  });
}
