import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Home.module.css';

const cx = classNames(styles);
const query = {
  page: 1,
  limit: 4,
  userType: ['LEARNER' as const],
  sortBy: 'createdAt' as const,
  sortOrder: 'desc' as const,
};

/** Learners who were created last; nothing until there are some. */
export function NewestCard() {
  const { t } = useText();
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...queryKeys.users, 'list', query],
    queryFn: () => api.call(endpoints.users.list, { query }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Card
      title={t('home.newestLearners')}
      actions={<Link to="/admin/users">{t('home.seeAllUsers')}</Link>}
      flush
    >
      <ul className={cx('rows')}>
        {data.items.map(({ id, name, district, kendraType, createdAt }) => (
          <li key={id} className={cx('person')}>
            <Avatar name={name} size="sm" />
            <span className={cx('what')}>
              <Link to={`/admin/users/${id}`}>{name}</Link>
              <span className={cx('of')}>
                {[kendraType, district].filter((place) => place !== null).join(' · ')}
              </span>
            </span>
            <span className={cx('since')}>
              <Time value={createdAt} show="relative" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
