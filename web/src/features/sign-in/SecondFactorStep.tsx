import type { SecondStepWay } from '@prahari/contract';
import { useState } from 'react';
import { findPasskeyObstacle } from '../../domain/passkeys/passkey-support.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeForm } from './CodeForm.tsx';
import type { EntryLayout } from './entry-layout.ts';
import styles from './Form.module.css';
import { PasskeyForm } from './PasskeyForm.tsx';

const cx = classNames(styles);

const WAYS = {
  passkey: ['passkeys.stepText', 'passkeys.use'],
  app: ['secondFactor.stepText', 'secondFactor.useApp'],
  recovery: ['secondFactor.recoveryText', 'secondFactor.useRecovery'],
} as const satisfies Record<SecondStepWay, readonly [string, string]>;

export interface SecondFactorStepProps {
  readonly Layout: EntryLayout;
  readonly secondFactorToken: string;
  /** The factors of the account, the best first. */
  readonly ways: readonly SecondStepWay[];
  /** Back to phone and password. */
  readonly onRestart: () => void;
}

/** The second step of a sign-in. On success the session changes, and the page moves on. */
export function SecondFactorStep({
  Layout,
  secondFactorToken,
  ways,
  onRestart,
}: SecondFactorStepProps) {
  const { t } = useText();
  const obstacle = ways.includes('passkey') ? findPasskeyObstacle() : null;
  const possible = ways.filter((way) => way !== 'passkey' || obstacle === null);
  const [chosen, setChosen] = useState<SecondStepWay | null>(null);
  const way = chosen ?? possible[0] ?? 'recovery';
  const [text] = WAYS[way];
  return (
    <Layout title={t('secondFactor.stepTitle')} description={t(text)}>
      <div className={cx('form')}>
        {obstacle ? (
          <p role="status" className={cx('aside')}>
            {t(`passkeys.${obstacle}`)}
          </p>
        ) : null}
        {way === 'passkey' ? (
          <PasskeyForm secondFactorToken={secondFactorToken} />
        ) : (
          <CodeForm key={way} kind={way} secondFactorToken={secondFactorToken} />
        )}
        {possible
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" fullWidth onClick={() => setChosen(other)}>
              {t(WAYS[other][1])}
            </Button>
          ))}
        <Button variant="ghost" fullWidth onClick={onRestart}>
          {t('auth.backToSignIn')}
        </Button>
      </div>
    </Layout>
  );
}
