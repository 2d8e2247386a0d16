import type { Runner } from '@prahari/contract';
import type { ReactNode } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Runners.module.css';

const cx = classNames(styles);

const TONES = {
  invited: 'info',
  expired: 'neutral',
  active: 'success',
  offline: 'neutral',
  suspended: 'danger',
  revoked: 'neutral',
} as const;

/** Shut out, or not registered, perhaps since the token got lost: another invitation helps. */
const INVITED_AGAIN: readonly Runner['state'][] = ['invited', 'expired', 'suspended', 'revoked'];

export type RunnerAct = 'setUp' | 'invite' | 'revoke';

interface RunnerListProps {
  readonly items: readonly Runner[];
  /** The first thing to do while there are none. */
  readonly invite: ReactNode;
  readonly onAct: (act: RunnerAct, runner: Runner) => void;
}

export function RunnerList({ items, invite, onAct }: RunnerListProps) {
  const { t } = useText();
  const format = useFormat();
  if (items.length === 0) {
    return (
      <EmptyState title={t('runners.emptyTitle')} icon="monitor" action={invite}>
        {t('runners.emptyText')}
      </EmptyState>
    );
  }
  const isAnyRefused = items.some(({ resultsRefused }) => resultsRefused > 0);
  return (
    <Table caption={t('runners.title')}>
      <thead>
        <tr>
          <HeaderCell part="title">{t('runners.name')}</HeaderCell>
          <HeaderCell>{t('runners.state')}</HeaderCell>
          <HeaderCell>{t('runners.lastSeen')}</HeaderCell>
          <HeaderCell>{t('runners.part')}</HeaderCell>
          <HeaderCell numeric>{t('runners.partsMade')}</HeaderCell>
          {isAnyRefused ? <HeaderCell numeric>{t('runners.resultsRefused')}</HeaderCell> : null}
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
              <span className={cx('state')}>
                <StatusBadge tone={TONES[runner.state]}>
                  {t(`runners.state_${runner.state}`)}
                </StatusBadge>
                {runner.state !== 'invited' || runner.tokenExpiresAt === null ? null : (
                  <span className={cx('until')}>
                    {t('runners.validUntil')} <Time value={runner.tokenExpiresAt} show="day" />
                  </span>
                )}
              </span>
            </Cell>
            <Cell>
              {runner.lastSeenAt === null ? (
                t('users.never')
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
            {isAnyRefused ? <Cell numeric>{format.number(runner.resultsRefused)}</Cell> : null}
            <Cell part="acts">
              <RunnerMenu runner={runner} onAct={(act) => onAct(act, runner)} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface RunnerMenuProps {
  readonly runner: Runner;
  readonly onAct: (act: RunnerAct) => void;
}

function RunnerMenu({ runner: { name, state }, onAct }: RunnerMenuProps) {
  const { t } = useText();
  return (
    <DropdownMenu
      trigger={<IconButton compact icon="more" label={t('runners.actionsFor', { name })} />}
    >
      {state === 'invited' ? (
        <MenuItem icon="monitor" onSelect={() => onAct('setUp')}>
          {t('runners.setUp')}
        </MenuItem>
      ) : null}
      {INVITED_AGAIN.includes(state) ? (
        <MenuItem icon="add" onSelect={() => onAct('invite')}>
          {t('runners.inviteAgain')}
        </MenuItem>
      ) : null}
      {state === 'revoked' ? null : (
        <MenuItem icon="block" tone="danger" onSelect={() => onAct('revoke')}>
          {t('runners.revoke')}
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
