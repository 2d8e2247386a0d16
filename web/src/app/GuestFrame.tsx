import type { ReactNode } from 'react';
import { useText } from '../shared/i18n/use-text.ts';
import { Link } from '../shared/routing/Link.tsx';
import { classNames } from '../ui/class-names.ts';
import { Brand } from './Brand.tsx';
import styles from './GuestFrame.module.css';
import { Preferences } from './Preferences.tsx';

const cx = classNames(styles);

/** The frame of pages that are open to everyone, for those who are not signed in. */
export function GuestFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  return (
    <>
      <header className={cx('header')}>
        <Brand shrinks />
        <Link to="/login">{t('auth.signIn')}</Link>
        <Preferences />
      </header>
      <main className={cx('main')}>{children}</main>
    </>
  );
}
