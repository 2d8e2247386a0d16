import type { DrmProvider, DrmTestResult } from '@prahari/contract';
import { useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge, type Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
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
export function ProviderCard({ provider }: { readonly provider: DrmProvider }) {
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
    <Card
      title={t(`keySystems.${system}`)}
      actions={<StatusBadge tone={tones[state]}>{t(`keySystems.${state}`)}</StatusBadge>}
    >
      <div className={cx('provider')}>
        {settings ? (
          <p className={cx('quiet')}>
            {t(`keySystems.driver_${settings.driver}`)}
            <br />
            {settings.licenceUrl}
          </p>
        ) : null}
        <div className={cx('actions')}>
          <Button icon="settings" onClick={() => setOpen('form')}>
            {t('keySystems.configure')}
          </Button>
          {settings ? (
            <>
              <Button loading={test.isPending} onClick={() => test.mutate()}>
                {t('keySystems.test')}
              </Button>
              <Button variant="ghost" icon="delete" onClick={() => setOpen('remove')}>
                {t('keySystems.remove')}
              </Button>
            </>
          ) : null}
        </div>
        <div aria-live="polite">
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
    </Card>
  );
}
