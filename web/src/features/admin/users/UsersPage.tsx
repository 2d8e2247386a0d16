import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { useDebounced } from '../../../shared/timing/use-debounced.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ActivationCodeDialog, type IssuedCode } from './ActivationCodeDialog.tsx';
import { CreateUserDialog } from './CreateUserDialog.tsx';
import { UserList } from './UserList.tsx';
import styles from './Users.module.css';

const cx = classNames(styles);
const SEARCH_REST_MS = 300;

export function UsersPage() {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_REST_MS);
  const [creating, setCreating] = useState(false);
  const [issued, setIssued] = useState<IssuedCode | null>(null);
  const startCreating = () => setCreating(true);

  return (
    <>
      <PageTitle text={t('users.title')} />
      <PageHeader
        title={t('users.title')}
        description={t('users.subtitle')}
        actions={
          <Button variant="primary" icon="person-add" onClick={startCreating}>
            {t('users.createLearner')}
          </Button>
        }
      />
      <div className={cx('toolbar')}>
        <TextField
          type="search"
          label={t('users.searchLabel')}
          labelHidden
          placeholder={t('users.searchPlaceholder')}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Card flush>
        {/* A new search begins at its first page. */}
        <UserList key={search} search={search} onIssued={setIssued} onCreate={startCreating} />
      </Card>
      {creating ? (
        <CreateUserDialog
          onClose={() => setCreating(false)}
          onCreated={(name, activation) => {
            setCreating(false);
            setIssued({ name, activation });
          }}
        />
      ) : null}
      {issued ? <ActivationCodeDialog issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}
