import type { ManagedUser } from '@prahari/contract';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { notify } from '../../../ui/notify.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { IssuedCode } from './ActivationCodeDialog.tsx';
import { useResetPassword } from './use-users.ts';

export interface NewCodeActionProps {
  readonly user: ManagedUser;
  readonly onIssued: (issued: IssuedCode) => void;
}

/** Ends a user's sessions and makes a new code, after a question. */
export function NewCodeAction({ user, onIssued }: NewCodeActionProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const reset = useResetPassword((activation) => {
    setAsking(false);
    onIssued({ name: user.name, activation });
  });

  function confirm() {
    reset.mutate(user.id, {
      onError: (error) => {
        setAsking(false);
        const { text, reference } = errorText(error);
        notify.error(text, { description: reference });
      },
    });
  }

  return (
    <>
      <Tooltip text={t('users.newCode')}>
        <IconButton
          compact
          icon="lock-reset"
          label={t('users.newCodeFor', { name: user.name })}
          onClick={() => setAsking(true)}
        />
      </Tooltip>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('users.newCode')}
        description={t('users.newCodeConfirm', { name: user.name })}
        confirmLabel={t('users.newCode')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={reset.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
