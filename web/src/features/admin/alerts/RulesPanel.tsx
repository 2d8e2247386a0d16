import { type AlertRule, type DataOf, endpoints } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useAlertWords } from '../../../domain/alerts/use-alert-words.ts';
import { queryKeys } from '../../../domain/query-keys.ts';
import { SeverityBadge } from '../../../domain/security/SeverityBadge.tsx';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { notify } from '../../../ui/notify.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { foldForSearch } from '../../../ui/search-fold.ts';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Alerts.module.css';
import { RuleEditor } from './rules/RuleEditor.tsx';
import { useWindowText } from './use-window-text.ts';

const cx = classNames(styles);

/** So few are in sight at once. */
const FEW = 6;

type Overview = DataOf<typeof endpoints.alerts.overview>;

/** All rules, each with a switch that takes effect at once and with an editor. */
export function RulesPanel({ rules }: { readonly rules: readonly AlertRule[] }) {
  const { t } = useText();
  const mayEdit = useMayEdit();
  const [edited, setEdited] = useState<AlertRule | 'new' | null>(null);
  const [search, setSearch] = useState('');
  const found = useFound(rules, search);
  const on = rules.filter(({ enabled }) => enabled).length;
  return (
    <Card
      title={t('alerts.rules')}
      actions={
        mayEdit ? (
          <Button size="compact" icon="add" onClick={() => setEdited('new')}>
            {t('ruleEditor.new')}
          </Button>
        ) : null
      }
      description={rules.length > 0 ? t('alerts.rulesOn', { on, all: rules.length }) : undefined}
      flush
    >
      {rules.length === 0 ? (
        <p className={cx('noRules')}>{t('alerts.noRules')}</p>
      ) : (
        <>
          {rules.length > FEW ? (
            <div className={cx('searchRules')}>
              <TextField
                type="search"
                label={t('alerts.searchRules')}
                labelHidden
                placeholder={t('alerts.searchRules')}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            </div>
          ) : null}
          {found.length === 0 ? (
            <p className={cx('noRules')} role="status">
              {t('alerts.noRuleFound')}
            </p>
          ) : (
            <ul className={cx('rules')}>
              {found.map((rule) => (
                <Rule key={rule.id} rule={rule} onEdit={setEdited} />
              ))}
            </ul>
          )}
        </>
      )}
      {edited ? (
        <RuleEditor rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </Card>
  );
}

/** The rules in whose name, category or severity all words stand, those that raised most first. */
function useFound(rules: readonly AlertRule[], search: string): readonly AlertRule[] {
  const { t } = useText();
  const { nameOf } = useAlertWords();
  const words = foldForSearch(search).split(' ').filter(Boolean);
  // What raised alerts comes first: of fifty rules most never do.
  const sorted = [...rules].sort((a, b) => b.triggerCount - a.triggerCount);
  if (words.length === 0) return sorted;
  return sorted.filter((rule) => {
    const kind = `${t(`alerts.category_${rule.category}`)} ${t(`security.severity_${rule.severity}`)}`;
    const text = foldForSearch(`${nameOf(rule)} ${kind}`);
    return words.every((word) => text.includes(word));
  });
}

/** Rules concern users of every place. */
function useMayEdit(): boolean {
  const { may, isEverywhere, isSuperAdmin } = useRights();
  return may('alerts.write') && (isEverywhere || isSuperAdmin);
}

interface RuleProps {
  readonly rule: AlertRule;
  readonly onEdit: (rule: AlertRule) => void;
}

function Rule({ rule, onEdit }: RuleProps) {
  const { t } = useText();
  const { nameOf } = useAlertWords();
  const { writeWindow } = useWindowText();
  const mayEditRules = useMayEdit();
  const { isSuperAdmin } = useRights();
  const whyId = useId();
  const isOfSuperiors = rule.isForSuperAdmins && !isSuperAdmin;
  const mayEdit = mayEditRules && !isOfSuperiors;
  const change = useRuleSwitch(rule.id);
  const enabled = change.isPending ? change.variables : rule.enabled;
  const name = nameOf(rule);
  return (
    <li className={cx('rule', !enabled && 'off')}>
      <div className={cx('words')}>
        <p className={cx('ruleName')}>{name}</p>
        <ul className={cx('meta')}>
          <li>
            <SeverityBadge severity={rule.severity} />
          </li>
          <li>{t('alerts.window', { window: writeWindow(rule.timeWindow) })}</li>
          <li>{t('alerts.triggered', { count: rule.triggerCount })}</li>
          {isOfSuperiors ? <li id={whyId}>{t('alerts.ruleForSuperAdmins')}</li> : null}
        </ul>
      </div>
      {mayEdit ? (
        <IconButton
          compact
          icon="edit"
          label={t('ruleEditor.edit', { name })}
          onClick={() => onEdit(rule)}
        />
      ) : null}
      <Switch
        label={t('alerts.ruleSwitch', { name })}
        checked={enabled}
        busy={change.isPending}
        disabled={!mayEdit}
        describedBy={isOfSuperiors ? whyId : undefined}
        onChange={(next) => change.mutate(next)}
      />
    </li>
  );
}

function useRuleSwitch(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (enabled: boolean) =>
      api.call(endpoints.alerts.setRuleEnabled, { params: { id }, body: { enabled } }),
    onSuccess: (changed) => {
      queryClient.setQueriesData<Overview>(
        { queryKey: [...queryKeys.alerts, 'overview'] },
        (overview) =>
          overview && {
            ...overview,
            rules: overview.rules.map((rule) => (rule.id === id ? changed : rule)),
          },
      );
    },
    onError: (error) => notify.error(errorText(error).text),
  });
}
