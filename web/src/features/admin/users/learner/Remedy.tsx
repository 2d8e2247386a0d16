import type { PlaybackCheck, UserDetail } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { LiftDialog } from '../../../../domain/security/LiftDialog.tsx';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { ACT_ICONS } from '../UserMenu.tsx';
import { ACT_TEXTS } from '../user-act-texts.ts';
import { listOfferedActs, type UserAct } from '../user-acts.ts';
import { useTermination } from './use-learner.ts';

export interface RemedyProps {
  readonly rule: PlaybackCheck['rules'][number];
  readonly user: UserDetail;
  readonly video: PlaybackCheck['video'];
  readonly onAct: (act: UserAct) => void;
}

/**
 * What mends a rule that failed, for administrators with the right: a button where it is one act,
 * after a question, else the place where it can be done.
 */
export function Remedy({ rule: { rule, names }, user, video, onAct }: RemedyProps): ReactNode {
  const { t } = useText();
  const { may, userId } = useRights();
  if (rule === 'audience' || rule === 'video_release' || rule === 'video_ready') {
    if (!may('videos.write')) return null;
    return <Link to={`/admin/videos/${video.id}`}>{t('learner.openVideo')}</Link>;
  }
  if (rule === 'access') return <AccessRemedy userId={user.id} videoId={video.id} />;
  if (rule !== 'account' && rule !== 'bound_device') return null;
  const act = rule === 'bound_device' ? 'resetDevice' : ACCOUNT_ACTS[names[0] ?? ''];
  if (act === undefined || !listOfferedActs(user, may, userId).includes(act)) {
    return <Link to="?tab=account">{t('learner.openAccount')}</Link>;
  }
  return (
    <Button size="compact" icon={ACT_ICONS[act]} onClick={() => onAct(act)}>
      {t(ACT_TEXTS[act])}
    </Button>
  );
}

/** By the status of an account that is not active. */
const ACCOUNT_ACTS: Readonly<Record<string, UserAct>> = { blocked: 'unblock', invited: 'newCode' };

/** Gives the access to the video back, which violations ended. */
function AccessRemedy({ userId, videoId }: { readonly userId: string; readonly videoId: string }) {
  const { t } = useText();
  const { may } = useRights();
  const [isAsked, setAsked] = useState(false);
  const termination = useTermination(userId, videoId, may('security.read'));
  if (!may('security.read')) return null;
  if (!termination || !may('users.write')) {
    return (
      <Link to={`/admin/security?tab=terminations&user=${userId}&f.state=active`}>
        {t('learner.openBlocked')}
      </Link>
    );
  }
  return (
    <>
      <Button size="compact" icon="check-circle" onClick={() => setAsked(true)}>
        {t('security.lift')}
      </Button>
      {isAsked ? <LiftDialog termination={termination} onClose={() => setAsked(false)} /> : null}
    </>
  );
}
