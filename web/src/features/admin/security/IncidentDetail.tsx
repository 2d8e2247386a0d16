import { endpoints, type SecurityIncident } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActivityLinks } from '../../../domain/activity/ActivityLinks.tsx';
import { queryKeys } from '../../../domain/query-keys.ts';
import { describeIncident, listMetadataFacts } from '../../../domain/security/incident-words.ts';
import { LiftDialog } from '../../../domain/security/LiftDialog.tsx';
import { SeverityBadge } from '../../../domain/security/SeverityBadge.tsx';
import { useDeviceName } from '../../../domain/sessions/use-device-name.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { LearnerActions } from './LearnerActions.tsx';
import styles from './Security.module.css';

const cx = classNames(styles);

export interface IncidentDetailProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One incident: what happened to whom and what can be done about it, then all other facts. */
export function IncidentDetail({ id, onClose }: IncidentDetailProps) {
  const { t } = useText();
  const api = useApi();
  const incident = useQuery({
    queryKey: [...queryKeys.security, 'incident', id],
    queryFn: async () => {
      const { items } = await api.call(endpoints.security.incidents, { query: { id } });
      return items[0] ?? null;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="drawer"
      title={t('security.incident')}
      closeLabel={t('common.close')}
    >
      {incident.isPending ? <Skeleton shape="block" /> : null}
      {incident.isError ? <ErrorNotice error={incident.error} /> : null}
      {incident.data === null ? <p>{t('security.noSuchIncident')}</p> : null}
      {incident.data ? <Known incident={incident.data} /> : null}
    </Dialog>
  );
}

function Known({ incident }: { readonly incident: SecurityIncident }) {
  const { t } = useText();
  const { user, video } = incident;
  return (
    <div className={cx('stack')}>
      <div className={cx('what')}>
        <h3 className={cx('subtitle')}>{describeIncident(t, incident)}</h3>
        <span className={cx('badges')}>
          <SeverityBadge severity={incident.severity} />
          {incident.violation ? <Badge tone="danger">{t('security.isViolation')}</Badge> : null}
        </span>
      </div>
      <Facts
        facts={[
          [
            t('security.user'),
            <Link key="u" to={`/admin/users/${user.id}`}>
              {user.name}
            </Link>,
          ],
          [t('security.video'), video?.title ?? t('security.noVideo')],
          [t('security.at'), <Time key="r" value={incident.receivedAt} />],
          [t('security.confidence'), t(`security.sure_${incident.confidence}`)],
        ]}
      />
      <div className={cx('actions')}>
        <ActivityLinks userId={user.id} address={incident.address} />
        <LearnerActions user={user} />
        {video ? <RestoreButton userId={user.id} videoId={video.id} /> : null}
      </div>
      <Technical incident={incident} />
    </div>
  );
}

function Technical({ incident }: { readonly incident: SecurityIncident }) {
  const { t, language } = useText();
  const nameDevice = useDeviceName();
  const facts = listMetadataFacts(t, incident.metadata);
  return (
    <details>
      <summary>{t('security.technical')}</summary>
      <div className={cx('technical')}>
        <Facts
          facts={[
            [t('security.type'), t(`security.type_${incident.type}`)],
            [t('security.warningCount'), incident.warningCount],
            [t('security.byBrowserClock'), <Time key="t" value={incident.timestamp} />],
            [t('security.browser'), nameDevice(incident.device)],
            [t('security.address'), incident.address],
            // The player's own words are English; the heading says the same in the reader's.
            ...(language === 'en' ? ([[t('security.ownWords'), incident.message]] as const) : []),
            [t('security.page'), incident.url || '–'],
            [t('security.session'), incident.sessionId],
            [t('security.deviceId'), incident.deviceId],
          ]}
        />
        {facts.length > 0 ? (
          <>
            <h4 className={cx('subtitle')}>{t('security.metadata')}</h4>
            <Facts facts={facts} />
          </>
        ) : null}
      </div>
    </details>
  );
}

interface RestoreButtonProps {
  readonly userId: string;
  readonly videoId: string;
}

/** Gives the learner access to the video again, where violations ended it. */
function RestoreButton({ userId, videoId }: RestoreButtonProps) {
  const { t } = useText();
  const api = useApi();
  const { may, userId: own } = useRights();
  const [asked, setAsked] = useState(false);
  const query = { user: userId, state: 'active', page: 1, limit: 100 } as const;
  const ended = useQuery({
    queryKey: [...queryKeys.security, 'terminations', query],
    queryFn: () => api.call(endpoints.security.terminations, { query }),
    enabled: may('users.write') && userId !== own,
  });
  const termination = ended.data?.items.find(({ video }) => video.id === videoId);
  if (!termination) return null;
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('security.lift')}</Button>
      {asked ? <LiftDialog termination={termination} onClose={() => setAsked(false)} /> : null}
    </>
  );
}
