import { type AlertRule, ApiError, endpoints, type NewAlertRule } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../../shared/api/api-context.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { notify } from '../../../../ui/notify.ts';
import { useRefreshAlerts } from '../use-alerts.ts';

/** Another administrator changed the rule since it was read; it is as `current` now. */
export class RuleChanged extends Error {
  override readonly name = 'RuleChanged';
  readonly current: AlertRule;
  constructor(current: AlertRule) {
    super('Somebody else changed this rule meanwhile.');
    this.current = current;
  }
}

/** Creates a rule, or changes `base`, the rule as it was last seen. */
export function useSaveRule(onDone: () => void) {
  const { t } = useText();
  const api = useApi();
  const refresh = useRefreshAlerts();
  return useMutation({
    mutationFn: async ({ base, rule }: { base: AlertRule | null; rule: NewAlertRule }) => {
      if (!base) return api.call(endpoints.alerts.createRule, { body: rule });
      const { id, version } = base;
      try {
        return await api.call(endpoints.alerts.updateRule, {
          params: { id },
          body: { rule, version },
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.reason !== 'edited_meanwhile') throw error;
        const { items } = await api.call(endpoints.alerts.rules, {});
        const current = items.find((one) => one.id === id);
        throw current ? new RuleChanged(current) : error;
      }
    },
    onSuccess: async () => {
      notify.success(t('ruleEditor.saved'));
      onDone();
      await refresh();
    },
    onError: async (error) => {
      if (error instanceof RuleChanged) await refresh();
    },
  });
}

export function useDeleteRule({
  onDone,
  onError,
}: {
  readonly onDone: () => void;
  readonly onError: (error: Error) => void;
}) {
  const { t } = useText();
  const api = useApi();
  const refresh = useRefreshAlerts();
  return useMutation({
    mutationFn: (id: string) => api.call(endpoints.alerts.deleteRule, { params: { id } }),
    onSuccess: async () => {
      notify.success(t('ruleEditor.deleted'));
      onDone();
      await refresh();
    },
    onError,
  });
}

/** Asks what a rule would have raised; nothing is saved. */
export function useDryRun() {
  const api = useApi();
  return useMutation({
    mutationFn: async (rule: NewAlertRule) => ({
      metric: rule.threshold.metric,
      found: await api.call(endpoints.alerts.dryRunRule, { body: { rule } }),
    }),
  });
}
