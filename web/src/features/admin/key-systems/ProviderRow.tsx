import type { DrmProvider, DrmTestResult } from '@prahari/contract';
import { useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge, type Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import styles from './KeySystems.module.css';
import { ProviderDialog } from './ProviderDialog.tsx';
import { describeTrouble } from './service-words.ts';
import { useProviderActions } from './use-key-systems.ts';

const cx = classNames(styles);

const tones = {
  notConfigured: 'neutral',
  off: 'neutral',
  unused: 'info',
  working: 'success',
  failing: 'warning',
  resting: 'danger',
} as const satisfies Record<string, Tone>;

function chooseState({ settings, enabled, health }: DrmProvider): keyof typeof tones {
  if (settings === null) return 'notConfigured';
  return enabled ? health : 'off';
}

/** One key system: whether its licence service works, with what may be done about it. */
export function ProviderRow({ provider }: { readonly provider: DrmProvider }) {
  const { t } = useText();
  const { system, settings } = provider;
  const { test, remove } = useProviderActions(system);
  const [open, setOpen] = useState<'form' | 'remove' | null>(null);
  const state = chooseState(provider);
  const testTextOf = ({ ok, trouble }: DrmTestResult) => {
    if (trouble === null) return t('keySystems.testWell');
    const what = describeTrouble(t, trouble);
    return ok ? t('keySystems.testReached', { what }) : what;
  };
  return (
    <li className={cx('system')}>
      <div className={cx('words')}>
        <h3 className={cx('name')}>
          {t(`keySystems.${system}`)}
          <StatusBadge tone={tones[state]}>{t(`keySystems.${state}`)}</StatusBadge>
        </h3>
        <p className={cx('quiet')}>{t(`keySystems.devices_${system}`)}</p>
        {settings ? (
          <p className={cx('quiet')}>
            {t(`keySystems.driver_${settings.driver}`)} · {settings.licenceUrl}
          </p>
        ) : null}
        <div aria-live="polite" className={cx('tested')}>
          {test.data ? (
            <p className={cx(test.data.ok ? 'good' : 'bad')}>
              {testTextOf(test.data)}
              {test.data.milliseconds === null
                ? ''
                : ` ${t('keySystems.milliseconds', { milliseconds: test.data.milliseconds })}`}
            </p>
          ) : null}
        </div>
        {test.isError ? <ErrorNotice error={test.error} /> : null}
        {remove.isError ? <ErrorNotice error={remove.error} /> : null}
      </div>
      <div className={cx('actions')}>
        {settings ? (
          <>
            <Button variant="ghost" size="compact" icon="delete" onClick={() => setOpen('remove')}>
              {t('keySystems.remove')}
            </Button>
            <Button size="compact" loading={test.isPending} onClick={() => test.mutate()}>
              {t('keySystems.test')}
            </Button>
          </>
        ) : null}
        <Button size="compact" icon="settings" onClick={() => setOpen('form')}>
          {t('keySystems.configure')}
        </Button>
      </div>
      {open === 'form' ? (
        <ProviderDialog provider={provider} onClose={() => setOpen(null)} />
      ) : null}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'remove' : null)}
        title={t('keySystems.removeTitle')}
        description={t('keySystems.removeText')}
        confirmLabel={t('keySystems.remove')}
        cancelLabel={t('keySystems.cancel')}
        tone="danger"
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => notify.success(t('keySystems.removed')),
            onSettled: () => setOpen(null),
          })
        }
      />
    </li>
  );
}
