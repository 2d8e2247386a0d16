import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { signWithPasskey } from '../../domain/passkeys/ceremony.ts';
import { PasskeyError } from '../../domain/passkeys/PasskeyError.tsx';
import { useApi } from '../../shared/api/api-context.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './Form.module.css';

const cx = classNames(styles);
const { account } = endpoints;

/** The second step by a passkey. Each try signs a new challenge. */
export function PasskeyForm({ secondFactorToken }: { readonly secondFactorToken: string }) {
  const { t } = useText();
  const api = useApi();
  const complete = useMutation({
    mutationFn: async () => {
      const asked = await api.call(account.passkeyChallenge, { body: { secondFactorToken } });
      const assertion = await signWithPasskey(asked);
      return api.call(account.passkeySignIn, { body: { secondFactorToken, assertion } });
    },
    onSuccess: (data) => api.session.adopt(data),
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    complete.mutate();
  }

  return (
    <form noValidate aria-busy={complete.isPending} className={cx('form')} onSubmit={submit}>
      {complete.isError ? <PasskeyError error={complete.error} /> : null}
      <Button
        type="submit"
        variant="primary"
        size="large"
        fullWidth
        autoFocus
        loading={complete.isPending}
      >
        {t('passkeys.use')}
      </Button>
    </form>
  );
}
