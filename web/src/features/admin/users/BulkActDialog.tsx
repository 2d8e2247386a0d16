import { bulkLimits } from '@prahari/contract';
import { useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { RestingTextField } from '../../../shared/table/RestingTextField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Select } from '../../../ui/Select.tsx';
import { BulkResultDialog } from './BulkResultDialog.tsx';
import { type BulkActName, bulkActs, type ChosenUsers, countChosen } from './bulk-acts.ts';
import styles from './Users.module.css';
import {
  type BulkAnswer,
  useBulkAct,
  useChoosableGroups,
  useRestoreUsers,
} from './use-bulk-act.ts';

const cx = classNames(styles);
/** More groups are found by their names. */
const GROUPS_SHOWN = 100;

export interface BulkActDialogProps {
  readonly act: BulkActName;
  readonly chosen: ChosenUsers;
  readonly onClose: () => void;
  /** It was done to somebody: the choice has served. */
  readonly onDone: () => void;
}

/** Asks before an act on many users, does it, and tells who was left as they were and why. */
export function BulkActDialog({ act, chosen, onClose, onDone }: BulkActDialogProps) {
  const { t } = useText();
  const [groupId, setGroupId] = useState('');
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const [asked, setAsked] = useState(false);
  const run = useBulkAct(act, chosen);
  const restore = useRestoreUsers();
  const count = countChosen(chosen);
  const needsGroup = act === 'addToGroup';

  function confirm() {
    setAsked(true);
    if (needsGroup && groupId === '') return;
    run.mutate(needsGroup ? groupId : null, {
      onSuccess: (result) => {
        if (result.done.length > 0) onDone();
        if (result.refused.length > 0 || result.codes) setAnswer(result);
        else {
          const { done } = result;
          const undo = { label: t('bulk.undo'), onClick: () => restore.mutate(done) };
          const options = act === 'delete' ? { action: undo } : {};
          notify.success(t(`bulk.${act}Done`, { count: done.length }), options);
          onClose();
        }
      },
    });
  }

  if (answer) return <BulkResultDialog act={act} answer={answer} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      held={run.isPending}
      title={t(`bulk.${act}Title`, { count })}
      description={t(`bulk.${act}Text`, { days: bulkLimits.restoreDays })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={run.isPending}>
            {t('common.cancel')}
          </Button>
          <Button
            variant={bulkActs[act].tone}
            icon={bulkActs[act].icon}
            loading={run.isPending}
            onClick={confirm}
          >
            {t(`bulk.${act}Confirm`, { count })}
          </Button>
        </>
      }
    >
      <div className={cx('stack')}>
        {run.isError ? <ErrorNotice error={run.error} /> : null}
        {needsGroup ? (
          <GroupChoice
            value={groupId}
            error={asked && groupId === '' ? t('bulk.groupNeeded') : undefined}
            onChange={setGroupId}
          />
        ) : null}
        <p className={cx('note')}>
          {chosen.kind === 'matching' ? t('bulk.allThatMatch', { count }) : listNames(chosen)}
        </p>
      </div>
    </Dialog>
  );

  function listNames({ users }: Extract<ChosenUsers, { kind: 'some' }>): string {
    const names = users.slice(0, 3).map(({ name }) => name);
    const others = users.length - names.length;
    return others > 0
      ? t('bulk.namesAndOthers', { names: names.join(', '), count: others })
      : names.join(', ');
  }
}

interface GroupChoiceProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

function GroupChoice({ value, error, onChange }: GroupChoiceProps) {
  const { t } = useText();
  const [search, setSearch] = useState('');
  const found = useChoosableGroups(true, search);
  const { groups = [], total = 0 } = found.data ?? {};
  const isLong = search !== '' || total > GROUPS_SHOWN;
  return (
    <>
      {isLong ? (
        <RestingTextField
          type="search"
          label={t('groups.searchLabel')}
          maxLength={200}
          value={search}
          onRest={(text) => {
            onChange('');
            setSearch(text);
          }}
        />
      ) : null}
      <Select
        label={t('bulk.group')}
        required
        placeholder={t('bulk.chooseGroup')}
        value={value}
        error={error ?? (found.isError ? t('groups.errorTitle') : undefined)}
        hint={found.data && groups.length === 0 ? t('bulk.noGroups') : undefined}
        options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
