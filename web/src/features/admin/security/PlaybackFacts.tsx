import type { WatchedPlayback } from '@prahari/contract';
import type { ReactNode } from 'react';
import { Phone } from '../../../shared/format/Phone.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { PlaybackIds } from './PlaybackIds.tsx';
import styles from './Security.module.css';

const cx = classNames(styles);

export interface PlaybackFactsProps {
  readonly playback: WatchedPlayback;
  /** Where the learner's name stands above, as a heading. */
  readonly isNamed?: boolean;
  /** What can be done about it, below the facts. */
  readonly actions?: ReactNode;
}

/** A playback: who, when, from which device, and what; its ids last. */
export function PlaybackFacts({ playback, isNamed = false, actions }: PlaybackFactsProps) {
  const { t } = useText();
  const { user, video } = playback;
  const name = (
    <Link key="u" to={`/admin/users/${user.id}`}>
      {user.name}
    </Link>
  );
  return (
    <div className={cx('playback')}>
      <Facts
        facts={[
          ...(isNamed ? [] : ([[t('security.user'), name]] as const)),
          [t('users.phone'), <Phone key="p" value={user.contactNumber} />],
          [t('security.openedAt'), <Time key="o" value={playback.openedAt} />],
          ...useEnd(playback),
          [t('security.device'), playback.device],
          [t('security.address'), playback.address],
          [t('security.video'), video.title],
          [
            t('security.code'),
            <span key="c" className={cx('code')}>
              {playback.code}
            </span>,
          ],
        ]}
      />
      {actions}
      <PlaybackIds playback={playback} />
    </div>
  );
}

/** When and how a playback ended; one whose time is over has ended, even where it was never ended. */
function useEnd({ endedAt, endedCause, expiresAt }: WatchedPlayback) {
  const { t } = useText();
  const isOver = endedAt !== null || Date.parse(expiresAt) <= Date.now();
  const cause = endedCause ?? (isOver ? 'expired' : 'none');
  const when = <Time key="e" value={endedAt ?? expiresAt} />;
  return [
    [t(isOver ? 'security.endedAt' : 'security.validUntil'), when],
    [t('security.end'), t(`security.end_${cause}`)],
  ] as const;
}
