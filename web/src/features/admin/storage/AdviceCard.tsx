import type { StorageUse } from '@prahari/contract';
import { useSizeText } from '../../../shared/format/use-size-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Storage.module.css';

const cx = classNames(styles);

/** Advice on making room. It comes first, as an alert, once room runs short. */
export function AdviceCard({ use }: { readonly use: StorageUse }) {
  const { t } = useText();
  const writeSize = useSizeText();
  const { level, deleted } = use;
  return (
    <Card title={t('storage.adviceTitle')}>
      {level === 'ok' ? null : (
        <p role="alert" className={cx(level)}>
          {t(level === 'critical' ? 'storage.isCritical' : 'storage.isWarning')}
        </p>
      )}
      <ul className={cx('advice')}>
        <li>
          <Link to="/admin/uploads">{t('storage.adviceUploads')}</Link>
        </li>
        <li>{t('storage.adviceVideos')}</li>
        {deleted.count > 0 ? (
          <li>
            {t('storage.adviceDeleted', {
              amount: writeSize(deleted.bytes),
              count: deleted.count,
              hours: use.limits.deleteGraceHours,
            })}
          </li>
        ) : null}
        <li>{t('storage.adviceDisk')}</li>
      </ul>
    </Card>
  );
}
