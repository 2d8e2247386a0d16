import type { Runner } from '@prahari/contract';
import { useId, useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
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
  const isOff = runners.data?.isAllowed === false;
  const invite = (
    <Button
      variant={isOff ? 'secondary' : 'primary'}
      icon="add"
      onClick={() => setAsked({ act: 'invite' })}
    >
      {t('runners.invite')}
    </Button>
  );
  return (
    <>
      <PageTitle text={t('runners.title')} />
      <PageHeader title={t('runners.title')} description={t('runners.subtitle')} actions={invite} />
      <div className={cx('page')}>
        {isOff ? <NotAllowed /> : null}
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
        {runners.data ? (
          <SetUpCard isFolded={runners.data.items.some(({ state }) => state === 'active')} />
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
    <div className={cx('notice')} role="status">
      <Icon name="warning" />
      <p className={cx('words')}>
        <strong>{t('runners.notAllowed')}</strong> {t('runners.notAllowedText')}
      </p>
      <Link
        to={`/admin/system?${new URLSearchParams({ search: t('systemConfig.remoteRunners') })}`}
        className={getButtonClass('primary')}
      >
        {t('runners.toSettings')}
      </Link>
    </div>
  );
}

/** How a computer becomes a runner, or starts again: in sight while none is online. */
function SetUpCard({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useText();
  const stepsId = useId();
  const [isAsked, setAsked] = useState(false);
  const isOpen = isAsked || !isFolded;
  return (
    <Card
      title={t('runners.steps')}
      actions={
        isFolded ? (
          <Button
            size="compact"
            aria-expanded={isOpen}
            aria-controls={isOpen ? stepsId : undefined}
            onClick={() => setAsked(!isAsked)}
          >
            {t(isOpen ? 'runners.hideSetUp' : 'runners.setUp')}
          </Button>
        ) : null
      }
      flush={!isOpen}
    >
      {isOpen ? (
        <div id={stepsId}>
          <SetUpSteps />
          <p className={cx('reach')}>{t('runners.reach')}</p>
        </div>
      ) : null}
    </Card>
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
