import { ApiError, endpoints, type SystemConfigView } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { LeaveGuard } from '../../../shared/leaving/LeaveGuard.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { ConfigConflict } from './ConfigConflict.tsx';
import { ConfigSectionCard } from './ConfigSectionCard.tsx';
import {
  type ConfigDraft,
  createDraft,
  listChangedPaths,
  parseConfig,
  reapplyEdits,
} from './config-draft.ts';
import { CONFIG_SECTIONS } from './config-fields.ts';
import styles from './System.module.css';
import { useSaveSystemConfig } from './use-system-config.ts';

const cx = classNames(styles);

/**
 * Edits what was opened; when another administrator saved first, shows both and lets this one
 * decide.
 */
export function ConfigForm({ view }: { readonly view: SystemConfigView }) {
  const { t } = useText();
  const [base, setBase] = useState(view);
  const [draft, setDraft] = useState<ConfigDraft>(() => createDraft(view.config));
  const [present, setPresent] = useState<SystemConfigView | null>(null);
  const save = useSaveSystemConfig((saved) => {
    start(saved);
    notify.success(t('systemConfig.saved'));
  });
  const before = createDraft(base.config);
  const isChanged = listChangedPaths(before, draft).length > 0;
  const config = parseConfig(draft);

  function start(from: SystemConfigView) {
    setBase(from);
    setDraft(createDraft(from.config));
    setPresent(null);
  }

  function send(version: number, edited: ConfigDraft) {
    const typed = parseConfig(edited);
    if (!typed) return;
    save.mutate({ version, config: typed }, { onError: (error) => setPresent(readPresent(error)) });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isChanged) send(base.version, draft);
  }

  const guard = (
    <LeaveGuard
      active={isChanged}
      title={t('systemConfig.leaveTitle')}
      description={t('systemConfig.leaveText')}
      leaveLabel={t('systemConfig.leave')}
      stayLabel={t('systemConfig.stay')}
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
  return (
    <form noValidate aria-busy={save.isPending} className={cx('form')} onSubmit={submit}>
      {guard}
      {save.isError ? <ErrorNotice error={save.error} /> : null}
      {CONFIG_SECTIONS.map((section) => (
        <ConfigSectionCard
          key={section.name}
          section={section}
          draft={draft}
          initial={createDraft(base.initial)}
          onChange={(path, value) => setDraft({ ...draft, [path]: value })}
        />
      ))}
      <div className={cx('actions')}>
        <p className={cx('state')} aria-live="polite">
          {isChanged ? t(config ? 'systemConfig.unsaved' : 'systemConfig.fixFirst') : ''}
        </p>
        <Button disabled={!isChanged} onClick={() => start(base)}>
          {t('systemConfig.discard')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          icon="save"
          disabled={!isChanged || config === null}
          loading={save.isPending}
        >
          {t('systemConfig.save')}
        </Button>
      </div>
    </form>
  );
}

/** Reads the current configuration from the refusal of a late edit; null for any other error. */
function readPresent(error: unknown): SystemConfigView | null {
  if (!(error instanceof ApiError) || error.reason !== 'edited_meanwhile') return null;
  const parsed = endpoints.system.config.data.safeParse(error.details['current']);
  return parsed.success ? parsed.data : null;
}
