import { endpoints, type SecurityIncident } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { describeIncident, listMetadataFacts } from '../../../domain/security/incident-words.ts';
import { SeverityBadge } from '../../../domain/security/SeverityBadge.tsx';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './Security.module.css';

const cx = classNames(styles);

export interface IncidentDetailProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** All facts about one incident. */
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
  const { user, metadata } = incident;
  return (
    <div className={cx('stack')}>
      <Facts
        facts={[
          [t('security.type'), t(`security.type_${incident.type}`)],
          [t('security.severity'), <SeverityBadge key="s" severity={incident.severity} />],
          [t('security.confidence'), t(`security.confidence_${incident.confidence}`)],
          [t('security.violation'), t(incident.violation ? 'common.yes' : 'common.no')],
          [
            t('security.user'),
            <Link key="u" to={`/admin/users/${user.id}`}>
              {user.name}
            </Link>,
          ],
          [t('security.video'), incident.video?.title ?? '–'],
          [t('security.message'), describeIncident(t, incident)],
          [
            t('security.ownWords'),
            <span key="w" lang="en">
              {incident.message}
            </span>,
          ],
          [t('security.warningCount'), incident.warningCount],
          [t('security.at'), <Time key="r" value={incident.receivedAt} />],
          [t('security.byBrowserClock'), <Time key="t" value={incident.timestamp} />],
          [t('security.page'), incident.url || '–'],
          [t('security.address'), incident.address],
          [t('security.browser'), incident.userAgent],
          [t('security.session'), incident.sessionId],
          [t('security.deviceId'), incident.deviceId],
        ]}
      />
      <h3 className={cx('subtitle')}>{t('security.metadata')}</h3>
      <Facts facts={listMetadataFacts(t, metadata)} />
    </div>
  );
}
