import { endpoints, type Termination } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Textarea } from '../../ui/Textarea.tsx';
import { queryKeys } from '../query-keys.ts';

export interface LiftDialogProps {
  readonly termination: Pick<Termination, 'id' | 'user' | 'video'>;
  readonly onClose: () => void;
}

const shortest = 3;

/** Lifts a termination; the reason goes into the audit log. */
export function LiftDialog({ termination, onClose }: LiftDialogProps) {
  const { t } = useText();
  const api = useApi();
  const formId = useId();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const isGood = reason.trim().length >= shortest;
  const lift = useMutation({
    mutationFn: () =>
      api.call(endpoints.security.liftTermination, {
        params: { id: termination.id },
        body: { reason },
      }),
    onSuccess: async () => {
      notify.success(t('security.liftDone', { name: termination.user.name }));
      onClose();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.security }),
        // Whether the video would play for the learner now.
        queryClient.invalidateQueries({ queryKey: [...queryKeys.users, termination.user.id] }),
      ]);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isGood) lift.mutate();
  }

  const { user, video } = termination;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('security.lift')}
      description={t('security.liftText', { name: user.name, video: video.title })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={lift.isPending}>
            {t('security.lift')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        {lift.isError ? <ErrorNotice error={lift.error} /> : null}
        <Textarea
          required
          label={t('security.reason')}
          hint={t('security.reasonHint')}
          error={asked && !isGood ? t('security.reasonNeeded') : undefined}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}
