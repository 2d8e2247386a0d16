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

/**
 * The same in a table: one line with what was changed, which opens where there is more. Facts that
 * had no value before, such as a note, only count there.
 */
export function FoldedChanges({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useText();
  const fields = useChanges()(entry);
  const first = fields.find(({ before }) => before !== '') ?? fields[0];
  if (first === undefined || fields.length === 1) {
    return (
      <div className={cx('single')}>
        <Changes entry={entry} />
      </div>
    );
  }
  return (
    <details className={cx('folded')}>
      <summary className={cx('summary')}>
        <span className={cx('first')}>
          <Change change={first} />
        </span>
        <span className={cx('field')}>{t('audit.more', { count: fields.length - 1 })}</span>
      </summary>
      <Changes entry={entry} />
    </details>
  );
}
