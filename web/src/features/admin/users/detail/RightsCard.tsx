import { listRolePermissions, type UserDetail } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import { usePlaces } from '../../../../domain/places/use-places.ts';
import { PERMISSION_TEXTS } from '../../../../domain/users/permission-texts.ts';
import { ErrorNotice } from '../../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { usePickerWords } from '../../../../shared/picker/use-picker-words.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { Checkbox } from '../../../../ui/Checkbox.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { notify } from '../../../../ui/notify.ts';
import { Picker } from '../../../../ui/Picker.tsx';
import { Select } from '../../../../ui/Select.tsx';
import styles from './Detail.module.css';
import {
  createRightsDraft,
  isSameRights,
  isScopeLevel,
  readScope,
  scopeLevels,
} from './rights-draft.ts';
import { useSetRights } from './use-user-detail.ts';

const cx = classNames(styles);
const SCOPE_TEXTS = {
  global: 'users.scopeGlobal',
  country: 'users.scopeCountry',
  district: 'users.scopeDistrict',
  kendraType: 'users.scopeKendraType',
} as const;
/** Where the places of a level are offered. */
const OPTIONS = {
  country: 'countries',
  district: 'districts',
  kendraType: 'kendraTypes',
} as const;

/** The permissions and scope of an administrator; only super administrators see them. */
export function RightsCard({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const words = usePickerWords();
  const places = usePlaces();
  const [draft, setDraft] = useState(() => createRightsDraft(user.permissions, user.adminScope));
  const [asked, setAsked] = useState(false);
  const save = useSetRights(user.id, () => {
    notify.success(t('users.permissionsSaved'));
  });
  const adminScope = readScope(draft);
  const isChanged = !isSameRights(draft, createRightsDraft(user.permissions, user.adminScope));

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (adminScope) save.mutate({ permissions: [...draft.permissions], adminScope });
  }

  return (
    <Card title={t('users.permissions')} description={t('users.permissionsText')}>
      <form noValidate className={cx('form')} onSubmit={submit}>
        {save.isError ? <ErrorNotice error={save.error} /> : null}
        <fieldset className={cx('permissions')} aria-label={t('users.permissions')}>
          {listRolePermissions(user.userType).map((name) => (
            <Checkbox
              key={name}
              label={t(PERMISSION_TEXTS[name])}
              checked={draft.permissions.includes(name)}
              onChange={({ target }) => {
                const others = draft.permissions.filter((other) => other !== name);
                setDraft({ ...draft, permissions: target.checked ? [...others, name] : others });
              }}
            />
          ))}
        </fieldset>
        <div className={cx('scope')}>
          <Select
            label={t('users.scope')}
            value={draft.level}
            options={scopeLevels.map((value) => ({ value, label: t(SCOPE_TEXTS[value]) }))}
            onChange={({ target }) => {
              if (isScopeLevel(target.value)) {
                setDraft({ ...draft, level: target.value, values: [] });
              }
            }}
          />
        </div>
        {draft.level === 'global' ? null : (
          <div className={cx('scope')}>
            <Picker
              label={t('users.scopeValues')}
              words={words}
              required
              takesNew
              maxLength={100}
              options={places[OPTIONS[draft.level]]}
              chosen={draft.values}
              error={asked && !adminScope ? t('users.scopeValuesRequired') : undefined}
              onChange={(values) => setDraft({ ...draft, values })}
            />
          </div>
        )}
        <div>
          <Button
            type="submit"
            variant="primary"
            icon="save"
            disabled={!isChanged}
            loading={save.isPending}
          >
            {t('users.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
