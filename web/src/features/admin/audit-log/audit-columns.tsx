import { type AuditAction, type AuditEntry, auditActions } from '@prahari/contract';
import { useMemo } from 'react';
import { findActionTextKey } from '../../../domain/audit/action-text.ts';
import { FoldedChanges } from '../../../domain/audit/Changes.tsx';
import { useChanges } from '../../../domain/audit/use-changes.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './AuditLog.module.css';

const cx = classNames(styles);

/** @param onOpen shows the users whom an entry concerns, where they are many */
export function useAuditColumns(
  onOpen: (entry: AuditEntry) => void,
): readonly TableColumn<AuditEntry>[] {
  const { t } = useText();
  const changesOf = useChanges();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('audit.at'),
        value: (entry) => entry.at,
        render: (entry) => <Time value={entry.at} />,
        filter: { kind: 'daterange' },
        fixed: true,
        unbroken: true,
      },
      {
        key: 'action',
        title: t('audit.action'),
        value: (entry) => t(findActionTextKey(entry.action)),
        unbroken: true,
        filter: {
          kind: 'select',
          options: auditActions.map((value) => ({ value, label: t(findActionTextKey(value)) })),
        },
      },
      {
        key: 'actor',
        title: t('audit.actor'),
        value: (entry) => entry.actorName,
        render: ({ actorId, actorName }) => <Person id={actorId} name={actorName} />,
        unbroken: true,
      },
      {
        key: 'subject',
        title: t('audit.subject'),
        value: (entry) => entry.subjectName,
        render: (entry) => <Affected entry={entry} onOpen={onOpen} />,
      },
      {
        key: 'changes',
        title: t('audit.changes'),
        value: (entry) =>
          changesOf(entry).map(({ name, before, after }) =>
            before === '' ? `${name}: ${after}` : `${name}: ${before} → ${after}`,
          ),
        render: (entry) => <FoldedChanges entry={entry} />,
      },
      { key: 'address', title: t('audit.address'), value: (entry) => entry.address },
    ],
    [t, changesOf, onOpen],
  );
}

interface AffectedProps {
  readonly entry: AuditEntry;
  readonly onOpen: (entry: AuditEntry) => void;
}

/** On whom or what: one, or many behind a button. */
function Affected({ entry, onOpen }: AffectedProps) {
  const { t } = useText();
  const { action, subjectId, subjectName, after, hasUsers } = entry;
  const name = <Person id={isOfUser(action) ? subjectId : null} name={subjectName} />;
  if (!hasUsers) return name;
  const count = Number(after['users'] ?? after['rowsCreated'] ?? 0);
  return (
    <span className={cx('affected')}>
      {subjectName === '' ? null : name}
      <button type="button" className={cx('open')} onClick={() => onOpen(entry)}>
        {t('audit.manyUsers', { count })}
      </button>
    </span>
  );
}

/** Whether the subject of such an act has a page among the users. */
function isOfUser(action: AuditAction): boolean {
  return !/^(?:video|user-group)\.|^user\.import|^user\.bulk/.test(action);
}

function Person({ id, name }: { readonly id: string | null; readonly name: string }) {
  return id === null ? name : <Link to={`/admin/users/${id}`}>{name}</Link>;
}
