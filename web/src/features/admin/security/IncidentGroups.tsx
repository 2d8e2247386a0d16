import type { IncidentGroup } from '@prahari/contract';
import { describeGroup, listGroupTypes } from '../../../domain/security/group-words.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ExpandableList, ExpandableRow } from '../../../ui/ExpandableRow.tsx';
import { GroupTimeline } from './GroupTimeline.tsx';
import styles from './Incidents.module.css';
import { SecurityTable } from './SecurityTable.tsx';
import { useGroupColumns } from './security-columns.tsx';
import { useIncidentFrame } from './use-incident-frame.tsx';
import {
  countListed,
  type IncidentListProps,
  type IncidentQuery,
  useIncidentExport,
  useIncidentGroups,
} from './use-incidents.ts';

const cx = classNames(styles);

/** Incidents by learner and video: what happened together is one row, which opens in place. */
export function IncidentGroups(props: IncidentListProps) {
  const { query, onOpen } = props;
  const { t } = useText();
  const columns = useGroupColumns();
  const list = useIncidentGroups(query);
  const counts = list.data?.bySeverity;
  const all = useIncidentExport(query, countListed(query, counts));
  const frame = useIncidentFrame(props, counts);
  return (
    <SecurityTable<IncidentGroup>
      {...frame}
      columns={columns}
      list={list}
      all={all}
      body={(groups) => (
        <>
          <ExpandableList label={t('security.incidents')}>
            {groups.map((group) => (
              <GroupRow key={group.id} group={group} query={query} onOpen={onOpen} />
            ))}
          </ExpandableList>
          {list.data?.isCut ? <p className={cx('cut')}>{t('security.olderLeftOut')}</p> : null}
        </>
      )}
    />
  );
}

interface GroupRowProps extends Pick<IncidentListProps, 'onOpen'> {
  readonly group: IncidentGroup;
  readonly query: IncidentQuery;
}

function GroupRow({ group, query, onOpen }: GroupRowProps) {
  const { t } = useText();
  const format = useFormat();
  const { user, video, severity, termination } = group;
  const isEnded = termination !== null && termination.liftedAt === null;
  return (
    <ExpandableRow
      icon={isEnded ? 'block' : severity === 'low' ? 'info' : 'shield-alert'}
      tone={isEnded ? 'danger' : 'neutral'}
      title={user.name}
      subtitle={video?.title}
      main={
        <>
          <div className={cx('sum')}>
            <span className={cx('said')}>{describeGroup(t, format.span, group)}</span>
            <span className={cx('level', severity)}>{t(`security.severity_${severity}`)}</span>
            {termination ? (
              <StatusBadge tone={isEnded ? 'danger' : 'success'}>
                {t(isEnded ? 'security.active' : 'security.lifted')}
              </StatusBadge>
            ) : null}
          </div>
          <p className={cx('types')}>{listGroupTypes(t, group)}</p>
        </>
      }
      aside={<Time value={group.lastAt} show="relative" />}
    >
      <GroupTimeline group={group} query={query} onOpen={onOpen} />
    </ExpandableRow>
  );
}
