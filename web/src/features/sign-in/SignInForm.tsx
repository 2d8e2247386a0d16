import { ApiError } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useApi, useSession } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { loadTexts } from '../../shared/i18n/i18n.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { PhoneField } from '../../shared/phone/PhoneField.tsx';
import { emptyPhone, type PhoneNumber } from '../../shared/phone/phone-number.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Form.module.css';
import { type Credentials, type PendingSignIn, pendingSignInOf } from './pending-sign-in.ts';
import { signInBody } from './sign-in-body.ts';

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

/** Needed on phones; if it can't be fetched, the message of a failed sign-in stays. */
const CannotPlayStep = lazy(async () => {
  try {
    const [step] = await Promise.all([import('./CannotPlayStep.tsx'), loadTexts('account')]);
    return { default: step.CannotPlayStep };
  } catch {
    return { default: Refusal };
  }
});

/** Needed only after many tries by others; even without its texts it can be cancelled. */
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
  /** The password was right, and the server requires another step. */
  readonly onPending: (pending: PendingSignIn, credentials: Credentials) => void;
  /**
   * A password that was just chosen: it signs in automatically, and the form appears if that fails.
   */
  readonly chosen?: Credentials | undefined;
}

/**
 * Asks for number and password. On success the session changes, and the page around this form moves
 * on.
 */
export function SignInForm({ onPending, chosen }: SignInFormProps) {
  const { t } = useText();
  const api = useApi();
  const signedOutText = signedOutTexts[useSession().cause];
  const [phone, setPhone] = useState<PhoneNumber>(phoneOf(chosen));
  const [password, setPassword] = useState(chosen?.password ?? '');
  const [asked, setAsked] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const [work, setWork] = useState<AbortController | null>(null);
  useEffect(() => () => work?.abort(), [work]);
  const signIn = useMutation({
    mutationFn: async (credentials: Credentials) => {
      const cancel = new AbortController();
      const onWork = () => setWork(cancel);
      const watch = { signal: cancel.signal, onWork };
      await api.signIn(signInBody(credentials), watch).finally(() => setWork(null));
    },
    onError: (error, credentials) => {
      const pending = pendingSignInOf(error);
      if (pending !== null) onPending(pending, credentials);
      else if (!isOfDevice(error)) passwordField.current?.focus();
    },
  });
  const [isFirstTry, setFirstTry] = useState(chosen !== undefined);
  const begun = useRef(false);
  const { mutate } = signIn;
  useEffect(() => {
    if (chosen === undefined || begun.current) return;
    begun.current = true;
    mutate(chosen, { onSettled: () => setFirstTry(false) });
  }, [chosen, mutate]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (phone.contactNumber.trim() !== '' && password !== '') signIn.mutate({ ...phone, password });
  }

  /** A step about this device speaks of what was sent, and goes when something else is typed. */
  function forgetStep() {
    if (isOfDevice(signIn.error)) signIn.reset();
  }

  if (isFirstTry && !work) {
    return (
      <p role="status" className={cx('aside')}>
        {t('auth.signingIn')}
      </p>
    );
  }
  const failed =
    signIn.isError && pendingSignInOf(signIn.error) === null && !isCancelled(signIn.error);
  // No password helps here, so none is asked for.
  if (failed && isUnplayable(signIn.error)) {
    return (
      <div className={cx('form')}>
        <Suspense fallback={null}>
          <CannotPlayStep error={signIn.error} />
        </Suspense>
        <Button fullWidth onClick={signIn.reset}>
          {t('auth.backToSignIn')}
        </Button>
      </div>
    );
  }
  return (
    <form noValidate aria-busy={signIn.isPending} className={cx('form')} onSubmit={submit}>
      {signedOutText !== null && signIn.isIdle ? (
        <p className={cx('aside')} role="status">
          {t(signedOutText)}
        </p>
      ) : null}
      {failed && !isOfDevice(signIn.error) ? <Refusal error={signIn.error} /> : null}
      {failed && isBoundElsewhere(signIn.error) ? (
        <Suspense fallback={<Refusal error={signIn.error} />}>
          <NewDeviceStep
            error={signIn.error}
            credentials={signIn.variables}
            onPending={(pending) => onPending(pending, signIn.variables)}
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
        beside={<Link to="/forgot-password">{t('auth.forgotPassword')}</Link>}
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
      <p className={cx('aside', 'way')}>
        {t('auth.noPasswordYet')} <Link to="/activate">{t('auth.activateLink')}</Link>
      </p>
      <p className={cx('aside', 'way', 'foot')}>
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

function isUnplayable(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'device_cannot_play';
}

/** The password was right: the message is not about it. */
function isOfDevice(error: unknown): boolean {
  return isBoundElsewhere(error) || isUnplayable(error);
}

function phoneOf(chosen: Credentials | undefined): PhoneNumber {
  if (chosen === undefined) return emptyPhone;
  const { countryCode, contactNumber } = chosen;
  return { countryCode, contactNumber };
}
