import { type SyntheticEvent, useRef, useState } from 'react';
import { useSession } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { Phone } from '../../shared/format/Phone.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Facts } from '../../ui/Facts.tsx';
import { notify } from '../../ui/notify.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Profile.module.css';
import { useProfile, useSaveName } from './use-profile.ts';

const cx = classNames(styles);

export function NameCard() {
  const { t } = useText();
  const { context } = useSession();
  const profile = useProfile();
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const save = useSaveName(() => {
    setTyped(null);
    // The button that had the focus goes.
    field.current?.focus();
    notify.success(t('profile.saved'));
  });
  const saved = profile.data?.name ?? context?.user.name ?? '';
  const name = typed ?? saved;
  const isChanged = name.trim() !== saved;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (name.trim() !== '' && isChanged) save.mutate(name.trim());
  }

  return (
    <Card title={t('profile.facts')}>
      {profile.isPending ? <Skeleton shape="block" /> : null}
      {profile.isError ? (
        <ErrorState
          title={t('profile.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      ) : null}
      {profile.data ? (
        <form noValidate className={cx('form')} onSubmit={submit}>
          {save.isError ? <ErrorNotice error={save.error} /> : null}
          <TextField
            ref={field}
            label={t('profile.name')}
            hint={t('profile.nameHint')}
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            error={name.trim() === '' ? t('profile.nameRequired') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          {isChanged ? (
            <div>
              <Button
                type="submit"
                variant="primary"
                icon="save"
                disabled={name.trim() === ''}
                loading={save.isPending}
              >
                {t('profile.save')}
              </Button>
            </div>
          ) : null}
          <Facts
            facts={[
              [
                t('profile.phone'),
                <Phone key="phone" value={profile.data.contactNumber} />,
                t('profile.phoneHint'),
              ],
            ]}
          />
        </form>
      ) : null}
    </Card>
  );
}
