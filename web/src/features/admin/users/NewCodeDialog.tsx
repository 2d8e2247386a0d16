import type { ManagedUser } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { IssuedCode } from './ActivationCodeDialog.tsx';
import { useFailedAct } from './use-failed-act.ts';
import { useResetPassword } from './use-users.ts';

export interface NewCodeDialogProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedCode) => void;
}

/** Makes a new code, after a question: it ends the user's sessions, or the code before. */
export function NewCodeDialog({ user, onClose, onIssued }: NewCodeDialogProps) {
  const { t } = useText();
  const fail = useFailedAct();
  const { name } = user;
  const isInvited = user.status === 'invited';
  const reset = useResetPassword((activation) => {
    onClose();
    onIssued({ user, activation });
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('users.newCode')}
      description={t(isInvited ? 'users.newCodeInvited' : 'users.newCodeConfirm', { name })}
      confirmLabel={t('users.newCode')}
      cancelLabel={t('common.cancel')}
      tone="danger"
      loading={reset.isPending}
      onConfirm={() =>
        reset.mutate(user.id, {
          onError: (error) => {
            onClose();
            fail(error);
          },
        })
      }
    />
  );
}
