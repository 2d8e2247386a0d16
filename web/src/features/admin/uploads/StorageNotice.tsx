import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { queryKeys } from '../../../shared/api/query-keys.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Uploads.module.css';

const cx = classNames(styles);

/** Says that room runs short before an upload is refused for it. */
export function StorageNotice() {
  const { t } = useText();
  const api = useApi();
  const use = useQuery({
    queryKey: [...queryKeys.videos, 'storage'],
    queryFn: () => api.call(endpoints.storage.use, {}),
  });
  if (!use.data || use.data.level === 'ok') return null;
  const text = use.data.level === 'critical' ? 'storage.nearlyFull' : 'storage.shortOfRoom';
  return (
    <p role="status" className={cx('failure')}>
      {t(text)} <Link to="/admin/storage">{t('storage.seeStorage')}</Link>
    </p>
  );
}
