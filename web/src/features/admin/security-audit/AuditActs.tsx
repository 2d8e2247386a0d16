import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { notify } from '../../../ui/notify.ts';
import type { AuditSelection } from './AuditConfiguration.tsx';
import { useRefreshAudits } from './use-security-audit.ts';

/** Starts an audit, and tells how many seconds it is expected to take. */
export function useStartAudit(onStarted: (seconds: number) => void) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const refresh = useRefreshAudits();
  return useMutation({
    mutationFn: ({ auditType, scope, severity }: AuditSelection) =>
      api.call(endpoints.securityAudit.start, {
        body: { auditType, scope: [...scope], severity: [...severity] },
      }),
    onSuccess: ({ estimatedDuration }) => {
      notify.success(t('securityAudit.started', { time: format.span(estimatedDuration) }));
      onStarted(estimatedDuration);
    },
    // Where another one runs, it is shown.
    onSettled: refresh,
  });
}

interface AuditActsProps {
  readonly start: ReturnType<typeof useStartAudit>;
  readonly chosen: AuditSelection;
  readonly isRunning: boolean;
  /** Whether there are results to clear. */
  readonly canClear: boolean;
}

/** What is done with audits: started, looked through, and cleared. */
export function AuditActs({ start, chosen, isRunning, canClear }: AuditActsProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const isGood = chosen.scope.length > 0 && chosen.severity.length > 0;
  return (
    <>
      <Button
        variant="primary"
        icon="shield-check"
        loading={start.isPending}
        disabled={isRunning || !isGood}
        onClick={() => start.mutate(chosen)}
      >
        {t('securityAudit.start')}
      </Button>
      <DropdownMenu trigger={<IconButton icon="more" label={t('securityAudit.moreActs')} />}>
        <MenuItem icon="log" onSelect={() => navigate('/admin/security/findings')}>
          {t('securityAudit.allFindings')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="delete" tone="danger" disabled={!canClear} onSelect={() => setAsked(true)}>
          {t('securityAudit.clear')}
        </MenuItem>
      </DropdownMenu>
      <ClearDialog isAsked={isAsked} onAsk={setAsked} />
    </>
  );
}

interface ClearDialogProps {
  readonly isAsked: boolean;
  readonly onAsk: (isAsked: boolean) => void;
}

function ClearDialog({ isAsked, onAsk }: ClearDialogProps) {
  const { t } = useText();
  const api = useApi();
  const refresh = useRefreshAudits();
  const errorText = useErrorText();
  const clear = useMutation({
    mutationFn: () => api.call(endpoints.securityAudit.clear, {}),
    onSuccess: async ({ cleared }) => {
      onAsk(false);
      notify.success(t('securityAudit.cleared', { count: cleared }));
      await refresh();
    },
    onError: (error) => {
      onAsk(false);
      notify.error(errorText(error).text);
    },
  });
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={onAsk}
      title={t('securityAudit.clearTitle')}
      description={t('securityAudit.clearText')}
      confirmLabel={t('securityAudit.clear')}
      cancelLabel={t('common.cancel')}
      tone="danger"
      loading={clear.isPending}
      onConfirm={() => clear.mutate()}
    />
  );
}
