import type { AuditEntry } from '@prahari/contract';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './Changes.module.css';
import { type ChangeInWords, useChanges } from './use-changes.ts';

const cx = classNames(styles);

/** The changes of an administrative act: each field with its old and new value. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const fields = useChanges()(entry);
  if (fields.length === 0) return <span className={cx('none')}>–</span>;
  return (
    <ul className={cx('list')}>
      {fields.map((change) => (
        <li key={change.field}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change: { name, before, after } }: { readonly change: ChangeInWords }) {
  const { t } = useText();
  return (
    <>
      <span className={cx('field')}>{name}</span>{' '}
      {before === '' ? null : (
        <>
          <del>{before}</del> →{' '}
        </>
      )}
      <ins>{after || t('audit.nothing')}</ins>
    </>
  );
}

/** The same in a table: one line with the first change, which names the other fields and opens. */
export function FoldedChanges({ entry }: { readonly entry: AuditEntry }) {
  const [first, ...others] = useChanges()(entry);
  if (first === undefined || others.length === 0) return <Changes entry={entry} />;
  return (
    <details className={cx('folded')}>
      <summary className={cx('summary')}>
        <Change change={first} />
        <span className={cx('field')}>{`, ${others.map(({ name }) => name).join(', ')}`}</span>
      </summary>
      <Changes entry={entry} />
    </details>
  );
}
