import { useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { notify } from '../../ui/notify.ts';
import { Textarea } from '../../ui/Textarea.tsx';

/** The facts that the centre needs to help, to be copied or read out. */
export function SummaryCard({ summary }: { readonly summary: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState<string | null>(null);

  function copy() {
    navigator.clipboard.writeText(summary).then(
      () => setCopied(summary),
      () => notify.warning(t('doctor.copyFailed')),
    );
  }

  return (
    <Card
      title={t('doctor.supportTitle')}
      description={t('doctor.supportText')}
      actions={
        <Button icon={copied === summary ? 'check' : 'copy'} onClick={copy}>
          {copied === summary ? t('common.copied') : t('doctor.copy')}
        </Button>
      }
    >
      <Textarea
        label={t('doctor.summary')}
        labelHidden
        readOnly
        rows={14}
        value={summary}
        onFocus={(event) => event.target.select()}
      />
    </Card>
  );
}
