import { ApiError } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useApi, useSession } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { loadTexts } from '../../shared/i18n/i18n.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { PhoneField } from '../../shared/phone/PhoneField.tsx';
import { emptyPhone } from '../../shared/phone/phone-number.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Form.module.css';
import type { Credentials } from './NewDeviceStep.tsx';
import { type PendingSignIn, pendingSignInOf } from './pending-sign-in.ts';

const cx = classNames(styles);

/** Met once in the life of a device, so fetched when it is; where it can't be, the sentence will do. */
const NewDeviceStep = lazy(async () => {
  try {
    const [step] = await Promise.all([import('./NewDeviceStep.tsx'), loadTexts('account')]);
    return { default: step.NewDeviceStep };
  } catch {
    return { default: Refusal };
  }
});

/** Met only where others tried an account often; without its words it can be cancelled still. */
const DeviceCheck = lazy(async () => {
  try {
    const [check] = await Promise.all([import('./DeviceCheck.tsx'), loadTexts('account')]);
    return { default: check.DeviceCheck };
  } catch {
    return { default: WordlessCheck };
  }
});

const signedOutTexts = {
  none: null,
  'signed-out': null,
  expired: 'auth.sessionExpired',
  refused: 'auth.validationFailed',
  copied: 'auth.deviceCopied',
  unbound: 'auth.sessionUnbound',
} as const;

export interface SignInFormProps {
  /** The password was right, and the server wants one thing more. */
  readonly onPending: (pending: PendingSignIn) => void;
}

/**
 * Asks for number and password. On success the session changes, and the page around this form moves
 * on.
 */
export function SignInForm({ onPending }: SignInFormProps) {
  const { t } = useText();
  const api = useApi();
  const signedOutText = signedOutTexts[useSession().cause];
  const [phone, setPhone] = useState(emptyPhone);
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const [work, setWork] = useState<AbortController | null>(null);
  useEffect(() => () => work?.abort(), [work]);
  const signIn = useMutation({
    mutationFn: async (credentials: Credentials) => {
      const cancel = new AbortController();
      const onWork = () => setWork(cancel);
      await api.signIn(credentials, { signal: cancel.signal, onWork }).finally(() => setWork(null));
    },
    onError: (error) => {
      const pending = pendingSignInOf(error);
      if (pending !== null) onPending(pending);
      else if (!isBoundElsewhere(error)) passwordField.current?.focus();
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (phone.contactNumber.trim() !== '' && password !== '') signIn.mutate({ ...phone, password });
  }

  /** The step for a new device speaks of what was sent, and goes when something else is typed. */
  function forgetStep() {
    if (isBoundElsewhere(signIn.error)) signIn.reset();
  }

  const failed =
    signIn.isError && pendingSignInOf(signIn.error) === null && !isCancelled(signIn.error);
  return (
    <form noValidate aria-busy={signIn.isPending} className={cx('form')} onSubmit={submit}>
      {signedOutText !== null && signIn.isIdle ? (
        <p className={cx('aside')} role="status">
          {t(signedOutText)}
        </p>
      ) : null}
      {failed && !isBoundElsewhere(signIn.error) ? <Refusal error={signIn.error} /> : null}
      {failed && isBoundElsewhere(signIn.error) ? (
        <Suspense fallback={<Refusal error={signIn.error} />}>
          <NewDeviceStep
            error={signIn.error}
            credentials={signIn.variables}
            onPending={onPending}
          />
        </Suspense>
      ) : null}
      <PhoneField
        value={phone}
        onChange={(typed) => {
          forgetStep();
          setPhone(typed);
        }}
        autoComplete="username"
        autoFocus
        readOnly={signIn.isPending}
        error={asked && phone.contactNumber.trim() === '' ? t('auth.phoneRequired') : undefined}
      />
      <TextField
        ref={passwordField}
        label={t('auth.password')}
        type="password"
        autoComplete="current-password"
        required
        maxLength={256}
        readOnly={signIn.isPending}
        value={password}
        onChange={(event) => {
          forgetStep();
          setPassword(event.target.value);
        }}
        error={asked && password === '' ? t('auth.passwordRequired') : undefined}
        reveal={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={signIn.isPending}>
        {t('auth.signIn')}
      </Button>
      {work ? (
        <Suspense fallback={null}>
          <DeviceCheck onCancel={() => work.abort()} />
        </Suspense>
      ) : null}
      <p className={cx('aside')}>
        {t('auth.noPasswordYet')} <Link to="/activate">{t('auth.activateLink')}</Link>
      </p>
      <p className={cx('aside')}>
        <Link to="/doctor">{t('common.checkDevice')}</Link>
      </p>
    </form>
  );
}

function Refusal({ error }: { readonly error: unknown }) {
  return <ErrorNotice error={error} situation="login" />;
}

function WordlessCheck({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useText();
  return <Button onClick={onCancel}>{t('common.cancel')}</Button>;
}

/** Of the work that lets a new device in. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function isBoundElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'device_not_bound';
}
