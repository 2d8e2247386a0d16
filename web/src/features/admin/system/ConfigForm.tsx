import { ApiError, endpoints, type SystemConfigView } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { RestoredNote } from '../../../shared/drafts/RestoredNote.tsx';
import { SaveBar } from '../../../shared/drafts/SaveBar.tsx';
import { UnsavedGuard } from '../../../shared/drafts/UnsavedGuard.tsx';
import { useKeeping, useKeptDraft } from '../../../shared/drafts/use-kept-draft.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation } from '../../../shared/routing/use-address.ts';
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
import { ALL_FIELDS, CONFIG_SECTIONS, type ConfigField } from './config-fields.ts';
import { isNarrowed, narrowSections, wholeConfig } from './config-search.ts';
import { SectionIndex } from './SectionIndex.tsx';
import styles from './System.module.css';
import { useSaveSystemConfig } from './use-system-config.ts';

const cx = classNames(styles);
const SUBJECT = 'system-config';
/** What was typed, and the configuration that it was typed over. */
const keptSchema = z.object({
  base: endpoints.system.config.data,
  draft: z
    .record(z.string(), z.union([z.string(), z.boolean()]))
    // Another version of the page had other fields.
    .check(z.refine((draft) => ALL_FIELDS.every(({ path }) => draft[path] !== undefined))),
});

/**
 * Edits what was opened; when another administrator saved first, shows both and lets this one
 * decide. What is typed outlives the session and a reload of the page.
 */
export function ConfigForm({ view }: { readonly view: SystemConfigView }) {
  const { t } = useText();
  const kept = useKeptDraft(SUBJECT, keptSchema);
  const { found } = kept;
  const [base, setBase] = useState(found?.base ?? view);
  const [draft, setDraft] = useState<ConfigDraft>(found?.draft ?? (() => createDraft(view.config)));
  const [present, setPresent] = useState<SystemConfigView | null>(
    found && found.base.version !== view.version ? view : null,
  );
  // Another page may lead to one setting.
  const asked = new URLSearchParams(useLocation().search).get('search') ?? '';
  const [shown, setShown] = useState({ ...wholeConfig, search: asked });
  const save = useSaveSystemConfig((saved) => {
    start(saved);
    notify.success(t('systemConfig.saved'));
  });
  const before = createDraft(base.config);
  const initial = createDraft(base.initial);
  const changes = listChangedPaths(before, draft).length;
  const config = parseConfig(draft);
  useKeeping(SUBJECT, changes > 0 ? { base, draft } : null);

  function start(from: SystemConfigView) {
    setBase(from);
    setDraft(createDraft(from.config));
    setPresent(null);
    kept.settle();
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

  const guard = <UnsavedGuard active={changes > 0} onLeave={kept.forget} />;
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
      {kept.restoredAtMs === null || changes === 0 ? null : (
        <RestoredNote atMs={kept.restoredAtMs} />
      )}
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
      <div className={cx('body')}>
        <div className={cx('sections')}>
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
        </div>
        {sections.length > 1 ? <SectionIndex names={sections.map(({ name }) => name)} /> : null}
      </div>
      <SaveBar
        changes={changes}
        blocked={config === null ? t('systemConfig.fixFirst') : null}
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
