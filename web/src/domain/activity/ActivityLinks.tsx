import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { useRights } from '../users/use-rights.ts';
import { formatActivityPath } from './activity-view.ts';

export interface ActivityLinksProps {
  readonly userId: string | null;
  /** Anything but a text is no address. */
  readonly address: unknown;
}

/** The ways to all that a user did and all that came from an address, for those who may read it. */
export function ActivityLinks({ userId, address }: ActivityLinksProps) {
  const { t } = useText();
  const { may, isEverywhere } = useRights();
  if (!may('alerts.read')) return null;
  return (
    <>
      {userId === null ? null : (
        <Link to={formatActivityPath({ user: userId })}>{t('activity.elseUser')}</Link>
      )}
      {typeof address === 'string' && address !== '' && isEverywhere ? (
        <Link to={formatActivityPath({ address })}>{t('activity.elseAddress')}</Link>
      ) : null}
    </>
  );
}

export interface SessionLinkProps {
  readonly userId: string | null;
  readonly sessionId: string;
}

/** A session's id, which leads to all that happened in it. */
export function SessionLink({ userId, sessionId }: SessionLinkProps) {
  const { may } = useRights();
  if (userId === null || !may('alerts.read')) return sessionId;
  return <Link to={formatActivityPath({ user: userId }, sessionId)}>{sessionId}</Link>;
}
