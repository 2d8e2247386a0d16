import { type ClipboardEvent, type SyntheticEvent, useState } from 'react';
import { useSession } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { formatPhone } from '../../shared/format/phone.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
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
  const save = useSaveName(() => {
    setTyped(null);
    notify.success(t('profile.saved'));
  });
  const saved = profile.data?.name ?? context?.user.name ?? '';
  const name = typed ?? saved;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (name.trim() !== '' && name.trim() !== saved) save.mutate(name.trim());
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
            label={t('profile.name')}
            hint={t('profile.nameHint')}
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            error={name.trim() === '' ? t('profile.nameRequired') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <TextField
            label={t('profile.phone')}
            hint={t('profile.phoneHint')}
            value={formatPhone(profile.data.contactNumber)}
            readOnly
            onCopy={copyWithoutSpaces}
          />
          <div>
            <Button
              type="submit"
              variant="primary"
              icon="save"
              disabled={name.trim() === '' || name.trim() === saved}
              loading={save.isPending}
            >
              {t('profile.save')}
            </Button>
          </div>
        </form>
      ) : null}
    </Card>
  );
}

function copyWithoutSpaces(event: ClipboardEvent<HTMLInputElement>) {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const chosen = value.slice(selectionStart ?? 0, selectionEnd ?? value.length);
  event.clipboardData.setData('text/plain', chosen.replaceAll(' ', ''));
  event.preventDefault();
}
