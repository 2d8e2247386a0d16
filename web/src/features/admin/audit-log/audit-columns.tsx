import { type AuditAction, type AuditEntry, auditActions } from '@prahari/contract';
import { useMemo } from 'react';
import { findActionTextKey } from '../../../domain/audit/action-text.ts';
import { FoldedChanges } from '../../../domain/audit/Changes.tsx';
import { describeSubject } from '../../../domain/audit/subject-text.ts';
import { useChanges } from '../../../domain/audit/use-changes.ts';
import { ROLES } from '../../../domain/users/user-roles.ts';
import { formatExactTime, formatTimeOfDay } from '../../../shared/format/format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './AuditLog.module.css';
import { SHOWN } from './audit-view.ts';
import { type Folds, pickCommon } from './fold-entries.ts';

const cx = classNames(styles);

/** Which entries stand for several, and which of those are shown one by one. */
interface Folding {
  readonly folds: Folds;
  readonly unfolded: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

/** @param onOpen shows a whole entry, with its users where they are many */
export function useAuditColumns(
  onOpen: (entry: AuditEntry) => void,
  folding: Folding,
): readonly TableColumn<AuditEntry>[] {
  const { t } = useText();
  const changesOf = useChanges();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('audit.at'),
        value: (entry) => entry.at,
        render: (entry) => <When at={entry.at} />,
        filter: { kind: 'daterange' },
        fixed: true,
        unbroken: true,
      },
      {
        key: 'action',
        onCard: 'beside',
        title: t('audit.action'),
        value: (entry) => t(findActionTextKey(entry.action)),
        render: (entry) => (
          <span className={cx('action')}>{t(findActionTextKey(entry.action))}</span>
        ),
        filter: {
          kind: 'select',
          options: auditActions.map((value) => ({ value, label: t(findActionTextKey(value)) })),
        },
      },
      {
        key: 'actor',
        onCard: 'beside',
        title: t('audit.actor'),
        clip: 'long',
        value: ({ actorName, actorNow }) => actorNow?.name ?? actorName,
        render: (entry) => <Actor entry={entry} />,
      },
      {
        key: 'subject',
        onCard: 'beside',
        title: t('audit.subject'),
        value: (entry) => describeSubject(t, entry),
        render: (entry) => (
          <>
            <Affected entry={entry} onOpen={onOpen} />
            <FoldButton entry={entry} folding={folding} />
          </>
        ),
      },
      {
        key: 'changes',
        title: t('audit.changes'),
        value: (entry) =>
          changesOf(entry).map(({ name, before, after }) =>
            before === '' ? `${name}: ${after}` : `${name}: ${before} → ${after}`,
          ),
        render: (entry) => <FoldedChanges entry={findShown(entry, folding)} />,
      },
      {
        key: 'tests',
        title: t('audit.tests'),
        value: () => '',
        filter: {
          kind: 'select',
          unset: t('audit.testsHidden'),
          options: [{ value: SHOWN, label: t('audit.testsShown') }],
        },
        filterOnly: true,
      },
      {
        key: 'address',
        onCard: 'beside',
        title: t('audit.address'),
        value: (entry) => entry.address,
        hiddenAtFirst: true,
      },
    ],
    [t, changesOf, onOpen, folding],
  );
}

/** To the second, under its day: what was done in one minute is told apart. */
function When({ at }: Pick<AuditEntry, 'at'>) {
  const { language } = useText();
  const time = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(time, language)}>
      {formatTimeOfDay(time, language)}
    </time>
  );
}

interface FoldButtonProps {
  readonly entry: AuditEntry;
  readonly folding: Folding;
}

/** How many more an entry stands for, and shows them one by one. */
function FoldButton({ entry, folding }: FoldButtonProps) {
  const { t } = useText();
  const { folds, unfolded, toggle } = folding;
  const run = folds.get(entry.id);
  if (!run) return null;
  const isOpen = unfolded.has(entry.id);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={cx('open', 'count')}
      onClick={() => toggle(entry.id)}
    >
      {isOpen ? t('audit.fold') : t('audit.moreAlike', { count: run.length - 1 })}
    </button>
  );
}

/** What changed in an entry, or in all that it stands for. */
function findShown(entry: AuditEntry, { folds, unfolded }: Folding): AuditEntry {
  const run = unfolded.has(entry.id) ? undefined : folds.get(entry.id);
  return (run && pickCommon(run)) ?? entry;
}

/** Who acted, by the name and in the role of today; accounts that are gone keep their name. */
export function Actor({ entry }: Pick<AffectedProps, 'entry'>) {
  const { t } = useText();
  const { actorId, actorName, actorNow } = entry;
  if (actorNow === null) return <span className={cx('actor')}>{actorName}</span>;
  const role = t(ROLES[actorNow.userType].text);
  return (
    <span className={cx('actor')}>
      <Link to={`/admin/users/${actorId}`}>{actorNow.name}</Link>
      {role === actorNow.name ? null : <span className={cx('role')}> {role}</span>}
    </span>
  );
}

interface AffectedProps {
  readonly entry: AuditEntry;
  readonly onOpen: (entry: AuditEntry) => void;
}

/** What an entry is about, in one line, on phones in two: a long name, and many users, open with the entry. */
export function Affected({ entry, onOpen }: AffectedProps) {
  const { t } = useText();
  const { action, subjectId, after, hasUsers } = entry;
  const name = describeSubject(t, entry);
  const clamped = (
    <span className={cx('clamped')} title={name}>
      {name}
    </span>
  );
  const changed = Number(after['added'] ?? 0) + Number(after['removed'] ?? 0);
  const count = Number(after['users'] ?? after['rowsCreated'] ?? changed);
  const only = after['user'];
  if (name === '' && !hasUsers) return null;
  return (
    <span className={cx('affected')}>
      {name === '' ? null : subjectId !== null && isOfUser(action) ? (
        <Link to={`/admin/users/${subjectId}`}>{clamped}</Link>
      ) : hasUsers ? (
        clamped
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          className={cx('open')}
          onClick={() => onOpen(entry)}
        >
          {clamped}
        </button>
      )}
      {hasUsers ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className={cx('open', 'count')}
          onClick={() => onOpen(entry)}
        >
          {typeof only === 'string' ? only : t('audit.manyUsers', { count })}
        </button>
      ) : null}
    </span>
  );
}

/** Whether the subject of such an act has a page among the users. */
function isOfUser(action: AuditAction): boolean {
  return !/^(?:video|user-group|client-error)\.|^user\.import|^user\.bulk/.test(action);
}
