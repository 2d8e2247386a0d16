import type { ManagedUser } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useFailedAct } from './use-failed-act.ts';
import { ACT_TEXTS } from './user-act-texts.ts';
import { type PlainAct, plainActs } from './user-acts.ts';

export interface PlainActDialogProps {
  readonly user: ManagedUser;
  readonly act: PlainAct;
  readonly onClose: () => void;
}

/** Asks, acts, and says that it is done. */
export function PlainActDialog({ user, act, onClose }: PlainActDialogProps) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const fail = useFailedAct();
  const { name } = user;
  const { tone, call } = plainActs[act];
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
      title={t(ACT_TEXTS[act])}
      description={t(`users.${act}Confirm`, { name })}
      confirmLabel={t(ACT_TEXTS[act])}
      cancelLabel={t('common.cancel')}
      tone={tone}
      loading={run.isPending}
      onConfirm={() => run.mutate()}
    />
  );
}
