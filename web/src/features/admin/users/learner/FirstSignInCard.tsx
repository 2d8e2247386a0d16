import type { UserDetail } from '@prahari/contract';
import { activationAddress } from '../../../../domain/activation/activation-link.ts';
import { STATE_TEXTS } from '../../../../domain/jobs/step-texts.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { type Step, StepList } from '../../../../ui/StepList.tsx';
import { useLearnerVideos } from './use-learner.ts';

/** What is left to do until a new learner watches: the code, the password, videos that are open. */
export function FirstSignInCard({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const open = useLearnerVideos(user.id, { visible: 'true', limit: 1 });
  const all = useLearnerVideos(user.id, { limit: 1 });
  const hasCode = user.codeExpiresAt !== null;
  const seesNothing = open.data?.total === 0;
  const steps: readonly Omit<Step, 'stateLabel'>[] = [
    {
      id: 'code',
      label: t('learner.firstCode'),
      state: hasCode ? 'done' : 'failed',
      detail:
        user.codeExpiresAt === null ? (
          t('learner.noCode')
        ) : (
          <>
            {t('users.codeExpires')} <Time value={user.codeExpiresAt} />.{' '}
            {t('learner.codeShownOnce')}
          </>
        ),
    },
    {
      id: 'password',
      label: t('learner.choosePassword'),
      state: 'waiting',
      detail: t('learner.choosePasswordText', {
        address: activationAddress(window.location.origin),
      }),
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
