import type { UserDetail } from '@prahari/contract';
import { useState } from 'react';
import { activationAddress } from '../../../../domain/activation/activation-link.ts';
import { STATE_TEXTS } from '../../../../domain/jobs/step-texts.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { notify } from '../../../../ui/notify.ts';
import { type Step, StepList } from '../../../../ui/StepList.tsx';
import styles from './Learner.module.css';
import { useLearnerVideos } from './use-learner.ts';

const cx = classNames(styles);

/** What is left to do until a new learner watches: the code, the password, videos that are open. */
export function FirstSignInCard({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const format = useFormat();
  const open = useLearnerVideos(user.id, { visible: 'true', limit: 1 });
  const all = useLearnerVideos(user.id, { limit: 1 });
  const address = activationAddress(window.location.origin);
  const leftMs = user.codeExpiresAt === null ? 0 : Date.parse(user.codeExpiresAt) - Date.now();
  const hasCode = leftMs > 0;
  const seesNothing = open.data?.total === 0;
  const steps: readonly Omit<Step, 'stateLabel'>[] = [
    {
      id: 'code',
      label: t('learner.firstCode'),
      state: hasCode ? 'done' : 'failed',
      detail:
        user.codeExpiresAt !== null && hasCode ? (
          <>
            {t('learner.codeExpiresIn', { span: format.span(leftMs / 1000) })} (
            <Time value={user.codeExpiresAt} />
            ). {t('learner.codeOnce')}
          </>
        ) : (
          t('learner.noCode')
        ),
    },
    {
      id: 'password',
      label: t('learner.choosePassword'),
      state: hasCode ? 'next' : 'waiting',
      detail: (
        <>
          <p>{t('learner.choosePasswordText', { address })}</p>
          <p className={cx('note')}>
            <CopyAddress address={address} />
          </p>
        </>
      ),
    },
    {
      id: 'videos',
      label: t('learner.watchLessons'),
      state: seesNothing ? 'failed' : 'waiting',
      detail:
        open.data && all.data ? (
          <>
            {t('learner.openVideos', { count: open.data.total, total: all.data.total })}{' '}
            <Link to="?tab=videos">{t('learner.tab_videos')}</Link>
          </>
        ) : null,
    },
  ];
  const stateLabels = {
    done: t(STATE_TEXTS.done),
    running: t(STATE_TEXTS.running),
    waiting: t(STATE_TEXTS.waiting),
    next: t('learner.stepNext'),
    failed: t('learner.stepMissing'),
  };
  return (
    <Card title={t('learner.notSignedIn')}>
      <StepList
        label={t('learner.notSignedIn')}
        steps={steps.map((step) => ({ ...step, stateLabel: stateLabels[step.state] }))}
      />
    </Card>
  );
}

function CopyAddress({ address }: { readonly address: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);

  function copy() {
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => notify.warning(t('users.copyFailed')),
    );
  }

  return (
    <Button size="compact" icon={copied ? 'check' : 'copy'} onClick={copy}>
      {copied ? t('common.copied') : t('learner.copyAddress')}
    </Button>
  );
}
