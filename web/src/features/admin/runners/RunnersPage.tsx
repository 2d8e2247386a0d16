import type { Runner } from '@prahari/contract';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import styles from './Runners.module.css';
import { SetUpSteps } from './SetUpSteps.tsx';
import { useRevokeRunner, useRunners } from './use-runners.ts';

const cx = classNames(styles);

const TONES = {
  invited: 'info',
  expired: 'neutral',
  active: 'success',
  offline: 'neutral',
  suspended: 'danger',
  revoked: 'neutral',
} as const;

/** `/admin/runners`: computers that help to convert videos, and who may. */
export function RunnersPage() {
  const { t } = useText();
  const runners = useRunners();
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Runner | null>(null);
  const invite = (
    <Button variant="primary" icon="add" onClick={() => setInviting(true)}>
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
            <List items={runners.data.items} action={invite} onAsk={setAsked} />
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
        {runners.data?.items.every(({ partsMade }) => partsMade === 0) ? <SetUpSteps /> : null}
      </div>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {asked ? <RevokeDialog runner={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** Says why no runner helps, and where that is decided. */
function NotAllowed() {
  const { t } = useText();
  return (
    <p className={cx('notice')} role="status">
      {t('runners.notAllowed')} <Link to="/admin/system">{t('runners.toSettings')}</Link>
    </p>
  );
}

interface ListProps {
  readonly items: readonly Runner[];
  readonly action: React.ReactNode;
  readonly onAsk: (runner: Runner) => void;
}

function List({ items, action, onAsk }: ListProps) {
  const { t } = useText();
  const format = useFormat();
  if (items.length === 0) {
    return (
      <EmptyState title={t('runners.emptyTitle')} icon="monitor" action={action}>
        {t('runners.emptyText')}
      </EmptyState>
    );
  }
  const wereRefused = items.some(({ resultsRefused }) => resultsRefused > 0);
  return (
    <Table caption={t('runners.title')}>
      <thead>
        <tr>
          <HeaderCell part="title">{t('runners.name')}</HeaderCell>
          <HeaderCell>{t('runners.state')}</HeaderCell>
          <HeaderCell>{t('runners.lastSeen')}</HeaderCell>
          <HeaderCell>{t('runners.part')}</HeaderCell>
          <HeaderCell numeric>{t('runners.partsMade')}</HeaderCell>
          {wereRefused ? <HeaderCell numeric>{t('runners.resultsRefused')}</HeaderCell> : null}
          <HeaderCell part="acts">
            <VisuallyHidden>{t('table.actions')}</VisuallyHidden>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {items.map((runner) => (
          <tr key={runner.id}>
            <Cell part="title">{runner.name}</Cell>
            <Cell>
              <StatusBadge tone={TONES[runner.state]}>
                {t(`runners.state_${runner.state}`)}
              </StatusBadge>
            </Cell>
            <Cell>
              {runner.lastSeenAt === null ? (
                '–'
              ) : (
                <Time value={runner.lastSeenAt} show="relative" />
              )}
            </Cell>
            <Cell>
              {runner.part === null
                ? '–'
                : t('runners.partOf', {
                    title: runner.part.videoTitle,
                    percent: format.percent(runner.part.progress),
                  })}
            </Cell>
            <Cell numeric>{format.number(runner.partsMade)}</Cell>
            {wereRefused ? <Cell numeric>{format.number(runner.resultsRefused)}</Cell> : null}
            <Cell part="acts">
              {runner.state === 'revoked' ? null : (
                <DropdownMenu
                  trigger={
                    <IconButton icon="more" label={t('runners.more', { name: runner.name })} />
                  }
                >
                  <MenuItem icon="block" tone="danger" onSelect={() => onAsk(runner)}>
                    {t('runners.revoke')}
                  </MenuItem>
                </DropdownMenu>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
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
