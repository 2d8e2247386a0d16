import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Form.module.css';

const cx = classNames(styles);

export interface CodeFormProps {
  readonly kind: 'app' | 'recovery';
  readonly secondFactorToken: string;
}

/** The second step by a code of the authenticator app, or by a recovery code. */
export function CodeForm({ kind, secondFactorToken }: CodeFormProps) {
  const { t } = useText();
  const api = useApi();
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const complete = useMutation({
    mutationFn: () =>
      api.call(endpoints.account.secondFactor, { body: { secondFactorToken, code } }),
    onSuccess: (data) => api.session.adopt(data),
    onError: () => setCode(''),
  });
  const isApp = kind === 'app';
  const isTyped = isApp ? /^\s*(?:\d\s*){6}$/.test(code) : code.trim().length >= 6;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (isTyped) complete.mutate();
  }

  const shared = {
    required: true,
    autoFocus: true,
    readOnly: complete.isPending,
    value: code,
    onChange: (event: { readonly target: HTMLInputElement }) => setCode(event.target.value),
  };
  const missing = asked && !isTyped && !complete.isError;
  return (
    <form noValidate aria-busy={complete.isPending} className={cx('form')} onSubmit={submit}>
      {complete.isError ? <ErrorNotice error={complete.error} /> : null}
      {isApp ? (
        <TextField
          {...shared}
          label={t('secondFactor.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={11}
          error={missing ? t('secondFactor.codeMissing') : undefined}
        />
      ) : (
        <TextField
          {...shared}
          label={t('secondFactor.recoveryCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          error={missing ? t('secondFactor.recoveryCodeMissing') : undefined}
        />
      )}
      <Button type="submit" variant="primary" size="large" fullWidth loading={complete.isPending}>
        {t('auth.signIn')}
      </Button>
    </form>
  );
}
