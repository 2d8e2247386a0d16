import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Import.module.css';
import { useImportErrorText } from './use-import-error-text.ts';

const cx = classNames(styles);

/** Why something that was asked for did not happen; nothing while there is no error. */
export function FailedAct({ error }: { readonly error: unknown }) {
  const errorText = useImportErrorText();
  if (!error) return null;
  const { text, reference } = errorText(error);
  return (
    <p role="alert" className={cx('notice', 'bad')} title={reference}>
      <Icon name="error" />
      {text}
    </p>
  );
}
