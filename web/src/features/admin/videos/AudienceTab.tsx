import {
  AudienceFields,
  type AudienceFieldsProps,
} from '../../../domain/audience/AudienceFields.tsx';
import { useReach } from '../../../domain/audience/use-reach.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Videos.module.css';

const cx = classNames(styles);

/** Whom a video is for, with the first learners of what is chosen. */
export function AudienceTab({ draft, onChange }: Omit<AudienceFieldsProps, 'whenEmpty'>) {
  const { t } = useText();
  return (
    <div className={cx('split')}>
      <Card title={t('videos.audience')} description={t('audience.text')}>
        <AudienceFields draft={draft} onChange={onChange} />
      </Card>
      <ViewersCard draft={draft} />
    </div>
  );
}

function ViewersCard({ draft }: Pick<AudienceFieldsProps, 'draft'>) {
  const { t } = useText();
  const { learners = 0, first } = useReach(draft);
  const more = learners - first.length;
  return (
    <Card title={t('videos.whoSees')} description={t('videos.whoSeesText')}>
      {first.length === 0 ? (
        <p className={cx('more')}>
          {t(learners === 0 ? 'videos.whoSeesNobody' : 'videos.whoSeesHidden')}
        </p>
      ) : (
        <ul className={cx('people')}>
          {first.map(({ id, name, district }) => (
            <li key={id} className={cx('person')}>
              <Link to={`/admin/users/${id}`}>{name}</Link>
              <span>{district}</span>
            </li>
          ))}
        </ul>
      )}
      {first.length > 0 && more > 0 ? (
        <p className={cx('more')}>{t('videos.whoSeesMore', { count: more })}</p>
      ) : null}
    </Card>
  );
}
