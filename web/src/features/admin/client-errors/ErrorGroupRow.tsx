import type { ClientErrorGroup, LogLevel } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge, StatusBadge, type Tone } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ExpandableRow } from '../../../ui/ExpandableRow.tsx';
import styles from './ClientErrors.module.css';
import type { ClientErrorsQuery } from './client-errors-view.ts';
import { Occurrences } from './Occurrences.tsx';
import { ResolveButton } from './ResolveButton.tsx';

const cx = classNames(styles);

const TONES = {
  DEBUG: 'neutral',
  INFO: 'info',
  WARN: 'warning',
  ERROR: 'danger',
  CRITICAL: 'danger',
} as const satisfies Record<LogLevel, Tone>;

export interface ErrorGroupRowProps {
  readonly group: ClientErrorGroup;
  readonly query: ClientErrorsQuery;
}

/** Equal errors: what failed, how often, for how many, and when last. */
export function ErrorGroupRow({ group, query }: ErrorGroupRowProps) {
  const { t } = useText();
  const { level, count, users, resolved } = group;
  const tone = TONES[level];
  return (
    <ExpandableRow
      icon={resolved ? 'check' : 'bug'}
      tone={resolved || tone === 'info' ? 'neutral' : tone}
      title={
        <span lang="en" className={cx('message')}>
          {group.message}
        </span>
      }
      subtitle={
        <>
          <span lang="en">{group.operation}</span> · {t(`clientErrors.category_${group.category}`)}
        </>
      }
      main={
        <>
          <div className={cx('sum')}>
            <Badge tone={tone}>{t(`clientErrors.level_${level}`)}</Badge>
            {group.reported ? <Badge tone="accent">{t('clientErrors.isReported')}</Badge> : null}
            {resolved ? (
              <StatusBadge tone="success">{t('clientErrors.isResolved')}</StatusBadge>
            ) : null}
          </div>
          <p className={cx('muted')}>
            {t('clientErrors.times', { count })} · {t('clientErrors.users', { count: users })}
          </p>
        </>
      }
      aside={<Time value={group.lastAt} show="relative" />}
      tools={<ResolveButton error={group} />}
    >
      <Occurrences group={group} query={query} />
    </ExpandableRow>
  );
}
