import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { PasskeyProblem } from './ceremony.ts';
import styles from './PasskeyError.module.css';

/** Why a passkey could not be created or used. */
export function PasskeyError({ error }: { readonly error: unknown }) {
  const { t } = useText();
  if (!(error instanceof PasskeyProblem)) return <ErrorNotice error={error} />;
  return (
    <p role="alert" className={styles['notice']}>
      {t(`passkeys.${error.kind}`)}
    </p>
  );
}
