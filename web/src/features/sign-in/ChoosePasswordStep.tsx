import { useText } from '../../shared/i18n/use-text.ts';
import { notify } from '../../ui/notify.ts';
import type { EntryLayout } from './entry-layout.ts';
import { SetPasswordForm } from './SetPasswordForm.tsx';

export interface ChoosePasswordStepProps {
  readonly Layout: EntryLayout;
  readonly setPasswordToken: string;
  readonly minLength: number;
  readonly onDone: (password: string) => void;
}

/** Asks for a new password, after a one-time password or one that is no longer sufficient. */
export function ChoosePasswordStep({ Layout, onDone, ...token }: ChoosePasswordStepProps) {
  const { t } = useText();
  return (
    <Layout
      title={t('activation.choosePasswordTitle')}
      description={t('activation.changePasswordText')}
    >
      <SetPasswordForm
        {...token}
        onDone={(password) => {
          notify.success(t('activation.passwordSaved'));
          onDone(password);
        }}
      />
    </Layout>
  );
}
