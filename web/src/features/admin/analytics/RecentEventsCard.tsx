import { type AnalyticsEvent, recentEventsReach } from '@prahari/contract';
import { findEventLooks } from '../../../domain/activity/event-looks.ts';
import { SeverityBadge } from '../../../domain/security/SeverityBadge.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';

/** Specification, section 2. */
const shownEvents = 10;

/** What happened last, in the reader's language where its kind is known. */
export function RecentEventsCard({ events }: { readonly events: readonly AnalyticsEvent[] }) {
  const { t } = useText();
  const title = t('analytics.recentEvents');
  return (
    <Card
      title={title}
      description={t('analytics.recentEventsText', {
        count: recentEventsReach.events,
        days: recentEventsReach.days,
      })}
      flush
    >
      {events.length === 0 ? (
        <EmptyState small title={t('analytics.noEvents')} icon="activity" />
      ) : (
        <Table caption={title}>
          <thead>
            <tr>
              <HeaderCell>{t('analytics.event')}</HeaderCell>
              <HeaderCell>{t('analytics.type')}</HeaderCell>
              <HeaderCell>{t('analytics.severity')}</HeaderCell>
              <HeaderCell>{t('analytics.when')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {events.slice(0, shownEvents).map(({ id, type, message, severity, timestamp }) => {
              const looks = findEventLooks(type);
              return (
                <tr key={id}>
                  <Cell>{looks ? t(looks.text) : message}</Cell>
                  <Cell>
                    <code>{type}</code>
                  </Cell>
                  <Cell>
                    <SeverityBadge severity={severity} />
                  </Cell>
                  <Cell unbroken>
                    <Time value={timestamp} show="day" />
                  </Cell>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
