import type { ReactNode } from 'react';
import { useText } from '../shared/i18n/use-text.ts';
import { classNames } from '../ui/class-names.ts';
import { Brand } from './Brand.tsx';
import { LampArt } from './LampArt.tsx';
import { Preferences } from './Preferences.tsx';
import styles from './SignInLayout.module.css';

const cx = classNames(styles);

export interface SignInLayoutProps {
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
}

/** For pages before sign-in: the promise at the left, the form at the right. */
export function SignInLayout({ title, description, children }: SignInLayoutProps) {
  const { t } = useText();
  return (
    <div className={cx('layout')}>
      <aside className={cx('promise')}>
        <LampArt className={cx('art')} />
        <Brand tone="on-ink" size="lg" />
        <div className={cx('words')}>
          <p className={cx('headline')}>{t('auth.brandHeadline')}</p>
          <p className={cx('text')}>{t('auth.brandText')}</p>
        </div>
      </aside>
      <div className={cx('side')}>
        <header className={cx('tools')}>
          <span className={cx('smallBrand')}>
            <Brand />
          </span>
          <Preferences />
        </header>
        <main className={cx('main')}>
          <h1 className={cx('title')}>{title}</h1>
          {description ? <p className={cx('description')}>{description}</p> : null}
          <div className={cx('form')}>{children}</div>
        </main>
      </div>
    </div>
  );
}
