import type { ManagedUser } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import styles from './Users.module.css';
import { findConflicts, type UserDraft } from './user-draft.ts';

const cx = classNames(styles);

export interface EditConflictProps {
  readonly base: ManagedUser;
  readonly current: ManagedUser;
  readonly draft: UserDraft;
}

/** Shows the old and the current values, and those of the administrator. */
export function EditConflict({ base, current, draft }: EditConflictProps) {
  const { t } = useText();
  return (
    <div role="alert" className={cx('conflict')}>
      <h3>{t('users.conflictTitle')}</h3>
      <p>{t('users.conflictText')}</p>
      <Table caption={t('users.conflictTitle')}>
        <thead>
          <tr>
            <HeaderCell>{t('users.conflictField')}</HeaderCell>
            <HeaderCell>{t('users.conflictBefore')}</HeaderCell>
            <HeaderCell>{t('users.conflictNow')}</HeaderCell>
            <HeaderCell>{t('users.conflictMine')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {findConflicts(base, current, draft).map(({ field, before, now, mine }) => (
            <tr key={field}>
              <Cell>{t(`users.${field}`)}</Cell>
              <Cell>{before || '–'}</Cell>
              <Cell>{now === before ? now || '–' : <strong>{now || '–'}</strong>}</Cell>
              <Cell>{mine === before ? mine || '–' : <strong>{mine || '–'}</strong>}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
