import type { UserGroup } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Phone } from '../../../shared/format/Phone.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { RestingTextField } from '../../../shared/table/RestingTextField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './Groups.module.css';
import { useCandidates, useChangeMembers, useMembers } from './use-groups.ts';

const cx = classNames(styles);

interface MembersDialogProps {
  readonly group: UserGroup;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

/** Shows the members of a group; people are found by name or number and added. */
export function MembersDialog({ group, mayEdit, onClose }: MembersDialogProps) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const members = useMembers(group.id, page);
  const candidates = useCandidates(search);
  const change = useChangeMembers(group.id);
  const errorText = useErrorText();
  const changing = change.isPending ? change.variables : null;
  const { items = [], total = 0, limit = 1 } = members.data ?? {};
  const lastPage = Math.max(1, Math.ceil(total / limit));
  const memberIds = new Set(items.map(({ id }) => id));
  const found = (candidates.data?.items ?? []).filter(({ id }) => !memberIds.has(id));

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="drawer"
      title={group.name}
      description={
        group.isWithinScope
          ? t('groups.memberCount', { count: total })
          : t('groups.partlySeen', { count: total })
      }
      closeLabel={t('common.close')}
    >
      {change.isError ? <ErrorNotice error={change.error} /> : null}
      {mayEdit ? (
        <section className={cx('part')} aria-label={t('groups.add')}>
          <RestingTextField
            type="search"
            label={t('groups.find')}
            hint={t('groups.findHint')}
            maxLength={200}
            value={search}
            onRest={setSearch}
          />
          {search !== '' && candidates.data && found.length === 0 ? (
            <p role="status">{t('groups.nobodyFound')}</p>
          ) : null}
          {candidates.isError ? <p role="alert">{errorText(candidates.error).text}</p> : null}
          <ul className={cx('people')}>
            {(search === '' ? [] : found).map((person) => (
              <PersonRow key={person.id} person={person}>
                <Button
                  size="compact"
                  icon="add"
                  loading={changing?.add?.includes(person.id) ?? false}
                  onClick={() => change.mutate({ add: [person.id] })}
                >
                  {t('groups.addOne')}
                </Button>
              </PersonRow>
            ))}
          </ul>
        </section>
      ) : null}
      <section className={cx('part')} aria-label={t('groups.members')}>
        <h3>{t('groups.members')}</h3>
        {members.isPending ? <Skeleton shape="block" /> : null}
        {members.isError && !members.data ? (
          <ErrorState
            title={t('groups.errorTitle')}
            retryLabel={t('common.retry')}
            retrying={members.isFetching}
            onRetry={() => void members.refetch()}
          >
            {errorText(members.error).text}
          </ErrorState>
        ) : null}
        {members.data && total === 0 ? <p>{t('groups.noMembers')}</p> : null}
        <ul className={cx('people')}>
          {items.map((person) => (
            <PersonRow key={person.id} person={person}>
              {mayEdit ? (
                <Button
                  size="compact"
                  variant="ghost"
                  icon="close"
                  loading={changing?.remove?.includes(person.id) ?? false}
                  onClick={() => change.mutate({ remove: [person.id] })}
                >
                  {t('groups.removeOne')}
                </Button>
              ) : null}
            </PersonRow>
          ))}
        </ul>
        {lastPage > 1 ? (
          <div className={cx('acts')}>
            <Button size="compact" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              {t('table.previousPage')}
            </Button>
            <span>{t('table.pageOf', { page, pages: lastPage })}</span>
            <Button size="compact" disabled={page >= lastPage} onClick={() => setPage(page + 1)}>
              {t('table.nextPage')}
            </Button>
          </div>
        ) : null}
      </section>
    </Dialog>
  );
}

interface PersonRowProps {
  readonly person: { readonly name: string; readonly contactNumber: string };
  /** The actions for this user. */
  readonly children: ReactNode;
}

function PersonRow({ person: { name, contactNumber }, children }: PersonRowProps) {
  return (
    <li className={cx('person')}>
      <span>
        {name}{' '}
        <span className={cx('number')}>
          <Phone value={contactNumber} />
        </span>
      </span>
      {children}
    </li>
  );
}
