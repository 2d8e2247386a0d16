import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import styles from './Runners.module.css';

const cx = classNames(styles);

/** A text to take along to the other computer. */
export function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useText();
  const [isCopied, setCopied] = useState(false);

  function copy() {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notify.warning(t('users.copyFailed')),
    );
  }

  return (
    <div>
      <p className={cx('label')}>{label}</p>
      <div className={cx('line')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that scrolls must be reachable by keyboard */}
        <code className={cx('code')} tabIndex={0}>
          {text}
        </code>
        <Button
          icon={isCopied ? 'check' : 'copy'}
          aria-label={t('runners.copy', { what: label })}
          onClick={copy}
        >
          {t(isCopied ? 'runners.copied' : 'runners.copyShort')}
        </Button>
      </div>
    </div>
  );
}

/** The names of a computer for itself: on another one they lead elsewhere. */
const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The command that starts a runner. It asks for the token: words of a command can be read by every
 * account of a computer.
 */
export function RunnerCommand({ origin = window.location.origin }: { readonly origin?: string }) {
  const { t } = useText();
  const { hostname } = new URL(origin);
  return (
    <>
      <Copied label={t('runners.command')} text={`npm run runner -- --server ${origin}`} />
      {ownNames.includes(hostname) ? (
        <p className={cx('quiet')}>{t('runners.localAddress', { name: hostname })}</p>
      ) : null}
    </>
  );
}
