import { useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import type { PhoneNumber } from '../../shared/phone/phone-number.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { getButtonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ActivatePage } from './ActivatePage.tsx';
import type { EntryLayout } from './entry-layout.ts';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import styles from './Form.module.css';

const cx = classNames(styles);

/** Requests a code if the server can send one; otherwise says who can create one. */
export function ForgotPasswordPage({ Layout }: { readonly Layout: EntryLayout }) {
  const { t } = useText();
  const [sentTo, setSentTo] = useState<PhoneNumber | null>(null);
  if (sentTo !== null) return <ActivatePage Layout={Layout} sentTo={sentTo} />;
  if (!sendsCodes()) {
    return (
      <Layout title={t('forgotten.title')} description={t('forgotten.askText')}>
        <div className={cx('form')}>
          <Link to="/activate" className={getButtonClass('primary', 'large')}>
            {t('forgotten.haveCode')}
          </Link>
          <p className={cx('aside')}>
            <Link to="/login">{t('auth.backToSignIn')}</Link>
          </p>
        </div>
      </Layout>
    );
  }
  return (
    <Layout title={t('forgotten.title')} description={t('forgotten.sendText')}>
      <ForgotPasswordForm onSent={setSentTo} />
    </Layout>
  );
}

/** The page comes with it, so that nothing has to be asked for. */
function sendsCodes(): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="password-reset"]');
  return meta?.content === 'on';
}
