import type { Runner } from '@prahari/contract';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { type RunnerAct, RunnerList } from './RunnerList.tsx';
import styles from './Runners.module.css';
import { SetUpDialog, SetUpSteps } from './SetUpSteps.tsx';
import { useRevokeRunner, useRunners } from './use-runners.ts';

const cx = classNames(styles);

/** What a dialog is open for. */
type Asked =
  | { readonly act: 'invite'; readonly runner?: Runner }
  | { readonly act: Exclude<RunnerAct, 'invite'>; readonly runner: Runner };

/** `/admin/runners`: computers that help to convert videos, and who may. */
export function RunnersPage() {
  const { t } = useText();
  const runners = useRunners();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const invite = (
    <Button variant="primary" icon="add" onClick={() => setAsked({ act: 'invite' })}>
      {t('runners.invite')}
    </Button>
  );
  return (
    <>
      <PageTitle text={t('runners.title')} />
      <PageHeader title={t('runners.title')} description={t('runners.subtitle')} actions={invite} />
      <div className={cx('page')}>
        {runners.data?.isAllowed === false ? <NotAllowed /> : null}
        <Card flush>
          {runners.isPending ? (
            <Loading label={t('common.loading')}>
              <Skeleton shape="block" />
            </Loading>
          ) : null}
          {runners.data ? (
            <RunnerList
              items={runners.data.items}
              invite={invite}
              onAct={(act, runner) => setAsked({ act, runner })}
            />
          ) : null}
          {runners.isError && !runners.data ? (
            <ErrorState
              title={t('runners.errorTitle')}
              retryLabel={t('common.retry')}
              retrying={runners.isFetching}
              onRetry={() => void runners.refetch()}
            />
          ) : null}
        </Card>
        {runners.data?.items.every(({ partsMade }) => partsMade === 0) ? (
          <Card title={t('runners.steps')}>
            <SetUpSteps />
          </Card>
        ) : null}
      </div>
      {asked?.act === 'invite' ? (
        <InviteDialog firstName={asked.runner?.name} onClose={close} />
      ) : null}
      {asked?.act === 'setUp' ? (
        <SetUpDialog
          runner={asked.runner}
          onInviteAgain={() => setAsked({ act: 'invite', runner: asked.runner })}
          onClose={close}
        />
      ) : null}
      {asked?.act === 'revoke' ? <RevokeDialog runner={asked.runner} onClose={close} /> : null}
    </>
  );
}

/** Says why none helps, and where that is decided. */
function NotAllowed() {
  const { t } = useText();
  return (
    <p className={cx('notice')} role="status">
      {t('runners.notAllowed')} <Link to="/admin/system">{t('runners.toSettings')}</Link>
    </p>
  );
}

interface RevokeDialogProps {
  readonly runner: Runner;
  readonly onClose: () => void;
}

function RevokeDialog({ runner, onClose }: RevokeDialogProps) {
  const { t } = useText();
  const { id, name } = runner;
  const errorText = useErrorText();
  const revoke = useRevokeRunner(() => {
    notify.success(t('runners.revoked', { name }));
    onClose();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('runners.revoke')}
      description={
        revoke.isError ? errorText(revoke.error).text : t('runners.revokeConfirm', { name })
      }
      confirmLabel={t('runners.revoke')}
      cancelLabel={t('common.cancel')}
      tone="danger"
      loading={revoke.isPending}
      onConfirm={() => revoke.mutate(id)}
    />
  );
}
