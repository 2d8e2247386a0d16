import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { EntryLayout } from './entry-layout.ts';
import styles from './Form.module.css';

const cx = classNames(styles);

export interface SecondFactorStepProps {
  readonly Layout: EntryLayout;
  readonly secondFactorToken: string;
  /** Back to phone and password. */
  readonly onRestart: () => void;
}

/** The second step of a sign-in. On success the session changes, and the page moves on. */
export function SecondFactorStep({ Layout, secondFactorToken, onRestart }: SecondFactorStepProps) {
  const { t } = useText();
  const api = useApi();
  const [way, setWay] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const complete = useMutation({
    mutationFn: () =>
      api.call(endpoints.account.secondFactor, { body: { secondFactorToken, code } }),
    onSuccess: (data) => api.session.adopt(data),
    onError: () => setCode(''),
  });
  const isApp = way === 'app';
  const isTyped = isApp ? /^\s*(?:\d\s*){6}$/.test(code) : code.trim().length >= 6;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (isTyped) complete.mutate();
  }

  function change() {
    setWay(isApp ? 'recovery' : 'app');
    setCode('');
    setAsked(false);
    complete.reset();
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
    <Layout
      title={t('secondFactor.stepTitle')}
      description={t(isApp ? 'secondFactor.stepText' : 'secondFactor.recoveryText')}
    >
      <form noValidate aria-busy={complete.isPending} className={cx('form')} onSubmit={submit}>
        {complete.isError ? <ErrorNotice error={complete.error} /> : null}
        {isApp ? (
          <TextField
            key="app"
            {...shared}
            label={t('secondFactor.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={11}
            error={missing ? t('secondFactor.codeMissing') : undefined}
          />
        ) : (
          <TextField
            key="recovery"
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
        <Button variant="ghost" fullWidth onClick={change}>
          {t(isApp ? 'secondFactor.useRecovery' : 'secondFactor.useApp')}
        </Button>
        <Button variant="ghost" fullWidth onClick={onRestart}>
          {t('auth.backToSignIn')}
        </Button>
      </form>
    </Layout>
  );
}
