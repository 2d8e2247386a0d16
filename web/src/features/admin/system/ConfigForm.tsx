import { ApiError, endpoints, type SystemConfigView } from '@prahari/contract';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { LeaveGuard } from '../../../shared/leaving/LeaveGuard.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { ConfigConflict } from './ConfigConflict.tsx';
import { ConfigSectionCard } from './ConfigSectionCard.tsx';
import { ConfigToolbar } from './ConfigToolbar.tsx';
import {
  type ConfigDraft,
  createDraft,
  listChangedPaths,
  parseConfig,
  reapplyEdits,
} from './config-draft.ts';
import { CONFIG_SECTIONS, type ConfigField } from './config-fields.ts';
import { isNarrowed, narrowSections, wholeConfig } from './config-search.ts';
import { forgetDraft, keepDraft, readKeptDraft } from './kept-draft.ts';
import { SaveBar } from './SaveBar.tsx';
import styles from './System.module.css';
import { useSaveSystemConfig } from './use-system-config.ts';

const cx = classNames(styles);

/**
 * Edits what was opened; when another administrator saved first, shows both and lets this one
 * decide. What is typed outlives the session and a reload of the page.
 */
export function ConfigForm({ view }: { readonly view: SystemConfigView }) {
  const { t } = useText();
  const { userId } = useRights();
  const [kept] = useState(() => readKeptDraft(userId));
  const [base, setBase] = useState(kept?.base ?? view);
  const [draft, setDraft] = useState<ConfigDraft>(kept?.draft ?? (() => createDraft(view.config)));
  const [isRestored, setRestored] = useState(kept !== null);
  const [present, setPresent] = useState<SystemConfigView | null>(
    kept && kept.base.version !== view.version ? view : null,
  );
  const [shown, setShown] = useState(wholeConfig);
  const save = useSaveSystemConfig((saved) => {
    start(saved);
    notify.success(t('systemConfig.saved'));
  });
  const before = createDraft(base.config);
  const initial = createDraft(base.initial);
  const changes = listChangedPaths(before, draft).length;
  const config = parseConfig(draft);

  useEffect(() => {
    if (userId === undefined) return;
    if (changes > 0) keepDraft(userId, { base, draft });
    else forgetDraft();
  }, [userId, base, draft, changes]);

  function start(from: SystemConfigView) {
    setBase(from);
    setDraft(createDraft(from.config));
    setPresent(null);
    setRestored(false);
  }

  function discard() {
    save.reset();
    start(base);
  }

  function send(version: number, edited: ConfigDraft) {
    const typed = parseConfig(edited);
    if (!typed) return;
    save.mutate({ version, config: typed }, { onError: (error) => setPresent(readPresent(error)) });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (changes > 0 && !save.isPending) send(base.version, draft);
  }

  const guard = (
    <LeaveGuard
      active={changes > 0}
      title={t('systemConfig.leaveTitle')}
      description={t('systemConfig.leaveText')}
      leaveLabel={t('systemConfig.leave')}
      stayLabel={t('systemConfig.stay')}
      onLeave={forgetDraft}
    />
  );
  if (present) {
    const now = createDraft(present.config);
    return (
      <>
        {guard}
        <ConfigConflict
          before={before}
          present={now}
          mine={draft}
          saving={save.isPending}
          onTakePresent={() => {
            save.reset();
            start(present);
          }}
          onReapply={() => send(present.version, reapplyEdits(before, draft, now))}
        />
      </>
    );
  }

  const textOf = ({ name, section }: ConfigField) =>
    [name, `${name}Hint` as const, section].map((key) => t(`systemConfig.${key}`)).join(' ');
  const sections = narrowSections(CONFIG_SECTIONS, shown, { draft, initial, textOf });
  return (
    <form noValidate aria-busy={save.isPending} className={cx('form')} onSubmit={submit}>
      {guard}
      {isRestored && changes > 0 ? (
        <p role="status" className={cx('restored')}>
          {t('systemConfig.restored')}
        </p>
      ) : null}
      <ConfigToolbar
        view={shown}
        found={sections.reduce((sum, { fields }) => sum + fields.length, 0)}
        changed={listChangedPaths(initial, draft).length}
        onChange={setShown}
      />
      {sections.length === 0 ? (
        <Card>
          <EmptyState
            title={t(shown.search ? 'systemConfig.noMatch' : 'systemConfig.nothingChanged')}
            icon="search"
            action={
              <Button onClick={() => setShown(wholeConfig)}>{t('systemConfig.showAll')}</Button>
            }
          />
        </Card>
      ) : null}
      {sections.map((section) => (
        <ConfigSectionCard
          key={section.name}
          section={section}
          draft={draft}
          saved={before}
          initial={initial}
          unfolded={isNarrowed(shown)}
          onChange={(path, value) => setDraft({ ...draft, [path]: value })}
        />
      ))}
      <SaveBar
        changes={changes}
        isValid={config !== null}
        saving={save.isPending}
        error={save.error}
        onDiscard={discard}
      />
    </form>
  );
}

/** Reads the current configuration from the refusal of a late edit; null for any other error. */
function readPresent(error: unknown): SystemConfigView | null {
  if (!(error instanceof ApiError) || error.reason !== 'edited_meanwhile') return null;
  const parsed = endpoints.system.config.data.safeParse(error.details['current']);
  return parsed.success ? parsed.data : null;
}
