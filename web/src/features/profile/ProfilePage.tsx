import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { MySessions } from './MySessions.tsx';
import { NameCard } from './NameCard.tsx';
import styles from './Profile.module.css';

const cx = classNames(styles);

/** `/profile`: my name, and where I am signed in. */
export function ProfilePage() {
  const { t } = useText();
  return (
    <>
      <PageTitle text={t('profile.title')} />
      <PageHeader title={t('profile.title')} description={t('profile.subtitle')} />
      <div className={cx('cards')}>
        <NameCard />
        <DeviceCard />
        <MySessions />
      </div>
    </>
  );
}
