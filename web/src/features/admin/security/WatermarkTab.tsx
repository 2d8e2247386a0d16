import { endpoints } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { LearnerActions } from './LearnerActions.tsx';
import { PlaybackFacts } from './PlaybackFacts.tsx';
import styles from './Security.module.css';

const cx = classNames(styles);

/** Letters and digits of a code, with the mark for one that cannot be read. */
const signsOf = (read: string) => read.replace(/[^a-z0-9?]/gi, '');
const codeSigns = 8;

/** From a code on a recording to learner, session and time. */
export function WatermarkTab() {
  const { t } = useText();
  const api = useApi();
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const isGood = signsOf(code).length === codeSigns;
  const lookup = useMutation({
    mutationFn: () => api.call(endpoints.security.lookUpWatermark, { body: { code } }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isGood) lookup.mutate();
  }

  const items = lookup.data?.items;
  return (
    <div className={cx('stack')}>
      <Card title={t('security.lookupTitle')} description={t('security.lookupText')}>
        <form noValidate className={cx('form')} onSubmit={submit}>
          <TextField
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            label={t('security.code')}
            hint={t('security.codeHint')}
            error={asked && !isGood ? t('security.codeNeeded') : undefined}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button variant="primary" type="submit" icon="search" loading={lookup.isPending}>
            {t('security.lookUp')}
          </Button>
        </form>
      </Card>
      {lookup.isError ? <ErrorNotice error={lookup.error} /> : null}
      <div aria-live="polite" className={cx('stack')}>
        {items?.length === 0 ? (
          <Card>
            <EmptyState title={t('security.codeUnknown')}>
              {t('security.codeUnknownText')}
            </EmptyState>
          </Card>
        ) : null}
        {items?.map((playback) => (
          <Card
            key={playback.id}
            title={playback.user.name}
            actions={
              <Badge tone={playback.exact ? 'success' : 'warning'}>
                {t(playback.exact ? 'security.exact' : 'security.guessed')}
              </Badge>
            }
          >
            <PlaybackFacts
              isNamed
              playback={playback}
              actions={<LearnerActions user={playback.user} />}
            />
          </Card>
        ))}
      </div>
    </div>
  );
}
