import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useDisableSecondFactor, useRenewRecoveryCodes } from '../use-account.ts';
import { PasswordAndCodeForm } from './PasswordAndCodeForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export interface DisableDialogProps {
  readonly hasPasskey: boolean;
  readonly onClose: () => void;
}

export function DisableDialog({ hasPasskey, onClose }: DisableDialogProps) {
  const { t } = useText();
  const disable = useDisableSecondFactor(() => {
    onClose();
    notify.success(t('secondFactor.turnedOff'));
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('secondFactor.turnOffTitle')}
      description={t(hasPasskey ? 'secondFactor.turnOffTextPasskeys' : 'secondFactor.turnOffText')}
      closeLabel={t('common.close')}
    >
      <PasswordAndCodeForm
        submitLabel={t('secondFactor.turnOff')}
        tone="danger"
        mutation={disable}
      />
    </Dialog>
  );
}

export interface RenewDialogProps {
  readonly hasApp: boolean;
  readonly onClose: () => void;
}

export function RenewDialog({ hasApp, onClose }: RenewDialogProps) {
  const { t } = useText();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useRenewRecoveryCodes(setCodes);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      held={codes !== null}
      title={t(codes ? 'secondFactor.codesTitle' : 'secondFactor.newCodes')}
      description={t(codes ? 'secondFactor.codesText' : 'secondFactor.newCodesText')}
      closeLabel={t('common.close')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordAndCodeForm
          submitLabel={t('secondFactor.newCodes')}
          tone="primary"
          hasApp={hasApp}
          mutation={renew}
        />
      )}
    </Dialog>
  );
}
