import type { AuditEntry } from '@prahari/contract';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './Changes.module.css';
import { useChanges } from './use-changes.ts';

const cx = classNames(styles);

/** The changes of an administrative act: each field with its old and new value. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useText();
  const fields = useChanges()(entry);
  if (fields.length === 0) return <span className={cx('none')}>–</span>;
  return (
    <ul className={cx('list')}>
      {fields.map(({ field, name, before, after }) => (
        <li key={field}>
          <span className={cx('field')}>{name}</span>{' '}
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

/** The same in a table: one line that names the fields, and opens. */
export function FoldedChanges({ entry }: { readonly entry: AuditEntry }) {
  const fields = useChanges()(entry);
  if (fields.length < 2) return <Changes entry={entry} />;
  return (
    <details className={cx('folded')}>
      <summary className={cx('summary')}>{fields.map(({ name }) => name).join(', ')}</summary>
      <Changes entry={entry} />
    </details>
  );
}
