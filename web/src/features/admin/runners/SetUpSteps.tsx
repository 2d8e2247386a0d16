import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import styles from './Runners.module.css';

const cx = classNames(styles);

/** What to do at the spare computer, for as long as none has made a part. */
export function SetUpSteps() {
  const { t } = useText();
  return (
    <Card title={t('runners.setUp')} description={t('runners.setUpText')}>
      <ol className={cx('steps')}>
        <li>{t('runners.setUpInvite')}</li>
        <li>{t('runners.setUpInstall')}</li>
        <li>
          {t('runners.setUpStart')}
          <RunnerCommand />
        </li>
      </ol>
    </Card>
  );
}

/**
 * The command that starts a runner. It asks for the token: words of a command can be read by every
 * account of a computer.
 */
export function RunnerCommand() {
  const { t } = useText();
  const command = `npm run runner -- --server ${window.location.origin}`;
  return <Copied label={t('runners.command')} text={command} />;
}

/** A text to take along, with its button. */
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
      <div className={cx('label')}>
        <span>{label}</span>
        <Button
          size="compact"
          icon={isCopied ? 'check' : 'copy'}
          aria-label={t('runners.copy', { what: label })}
          onClick={copy}
        >
          {t(isCopied ? 'runners.copied' : 'runners.copyShort')}
        </Button>
      </div>
      <code className={cx('code')}>{text}</code>
    </div>
  );
}
