import type { WatchedPlayback } from '@prahari/contract';
import { Phone } from '../../../shared/format/Phone.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import styles from './Security.module.css';

const cx = classNames(styles);

/** The learner, video, time and place of a playback. */
export function PlaybackFacts({ playback }: { readonly playback: WatchedPlayback }) {
  const { t } = useText();
  const { user, video, endedAt, endedCause } = playback;
  return (
    <Facts
      facts={[
        [
          t('security.user'),
          <Link key="u" to={`/admin/users/${user.id}`}>
            {user.name}
          </Link>,
        ],
        [t('users.phone'), <Phone key="p" value={user.contactNumber} />],
        [t('security.video'), video.title],
        [
          t('security.code'),
          <span key="c" className={cx('code')}>
            {playback.code}
          </span>,
        ],
        [t('security.openedAt'), <Time key="o" value={playback.openedAt} />],
        endedAt === null
          ? [t('security.validUntil'), <Time key="e" value={playback.expiresAt} />]
          : [t('security.endedAt'), <Time key="e" value={endedAt} />],
        [t('security.end'), t(`security.end_${endedCause ?? 'none'}`)],
        [t('security.device'), playback.device],
        [t('security.address'), playback.address],
        [t('security.session'), playback.sessionId],
        [t('security.deviceId'), playback.deviceId],
      ]}
    />
  );
}
