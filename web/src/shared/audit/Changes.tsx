import type { AuditEntry } from '@prahari/contract';
import { classNames } from '../../ui/class-names.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './Changes.module.css';
import { changedFields } from './changed-fields.ts';
import { fieldTextKey } from './field-text.ts';

const cx = classNames(styles);

/** What an administrative act changed: each field with what it was and what it became. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useText();
  const fields = changedFields(entry);
  const nameOf = (field: string) => {
    const key = fieldTextKey(field);
    return key === null ? field : t(key);
  };
  if (fields.length === 0) return <span className={cx('none')}>–</span>;
  return (
    <ul className={cx('list')}>
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <span className={cx('field')}>{nameOf(field)}</span>{' '}
          {before === '' ? null : (
            <>
              <del>{before}</del> →{' '}
            </>
          )}
          <ins>{after || t('audit.nothing')}</ins>
        </li>
      ))}
    </ul>
  );
}
