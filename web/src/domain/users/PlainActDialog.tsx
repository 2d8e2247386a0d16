import type { ManagedUser } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../shared/api/api-context.ts';
import { useErrorFeedback } from '../../shared/errors/use-error-feedback.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify } from '../../ui/notify.ts';
import { queryKeys } from '../query-keys.ts';
import { type PlainAct, plainActs } from './plain-acts.ts';

export interface PlainActDialogProps {
  readonly user: Pick<ManagedUser, 'id' | 'name'>;
  readonly act: PlainAct;
  readonly onClose: () => void;
}

/** Asks, acts, and says that it is done. */
export function PlainActDialog({ user, act, onClose }: PlainActDialogProps) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const fail = useErrorFeedback();
  const { name } = user;
  const { text, tone, call } = plainActs[act];
  const run = useMutation({
    mutationFn: async () => {
      await call(api, user.id);
    },
    onSuccess: () => void notify.success(t(`users.${act}Done`, { name })),
    onError: fail,
    onSettled: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(text)}
      description={t(`users.${act}Confirm`, { name })}
      confirmLabel={t(text)}
      cancelLabel={t('common.cancel')}
      tone={tone}
      loading={run.isPending}
      onConfirm={() => run.mutate()}
    />
  );
}
