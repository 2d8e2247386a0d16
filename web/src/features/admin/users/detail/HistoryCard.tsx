import { findActionTextKey } from '../../../../domain/audit/action-text.ts';
import { Changes } from '../../../../domain/audit/Changes.tsx';
import { describeSubject } from '../../../../domain/audit/subject-text.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../../ui/StateMessage.tsx';
import styles from './Detail.module.css';
import { useUserHistory } from './use-user-detail.ts';

const cx = classNames(styles);

/** The latest administrative acts on this user. */
export function HistoryCard({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const history = useUserHistory(userId);
  return (
    <Card
      title={t('users.history')}
      actions={<Link to={`/admin/audit-log?subject=${userId}`}>{t('users.historyAll')}</Link>}
    >
      {history.isPending ? <Skeleton shape="block" /> : null}
      {history.isError ? (
        <ErrorState
          title={t('audit.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      ) : null}
      {history.data?.items.length === 0 ? (
        <p className={cx('muted')}>{t('users.historyEmpty')}</p>
      ) : null}
      <ul className={cx('entries')}>
        {history.data?.items.map((entry) => (
          <li key={entry.id} className={cx('entry')}>
            <Time value={entry.at} show="day" />
            <span>
              {t(findActionTextKey(entry.action))}
              {/* Where the user is one of those it concerns, what it is about is something else. */}
              {entry.subjectId === userId || describeSubject(t, entry) === ''
                ? null
                : `: ${describeSubject(t, entry)}`}
              <span className={cx('muted')}>
                {' '}
                · {t('users.historyBy', { name: entry.actorName })}
              </span>
            </span>
            <Changes entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
