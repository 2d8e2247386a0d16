import { DoctorPage } from '../features/doctor/DoctorPage.tsx';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Link } from '../shared/routing/Link.tsx';
import { classNames } from '../ui/class-names.ts';
import { Brand } from './Brand.tsx';
import styles from './DoctorRoute.module.css';
import { Preferences } from './Preferences.tsx';

const cx = classNames(styles);

/** Shows the page within the shell of a signed-in user; others see it in a separate frame. */
export function DoctorRoute() {
  const { t } = useText();
  if (useSession().context) return <DoctorPage />;
  return (
    <>
      <header className={cx('header')}>
        <Brand />
        <Link to="/login">{t('auth.signIn')}</Link>
        <Preferences />
      </header>
      <main className={cx('main')}>
        <DoctorPage />
      </main>
    </>
  );
}
