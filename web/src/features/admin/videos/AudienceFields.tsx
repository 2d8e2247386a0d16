import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useGroups } from './use-videos.ts';
import styles from './Videos.module.css';
import type { VideoDraft } from './video-draft.ts';

const cx = classNames(styles);
const PLACES = ['kendraTypes', 'countries', 'districts'] as const;

export interface AudienceFieldsProps {
  readonly draft: VideoDraft;
  readonly onChange: (change: Partial<VideoDraft>) => void;
}

/** The audience of a video. */
export function AudienceFields({ draft, onChange }: AudienceFieldsProps) {
  const { t } = useText();
  const { isEverywhere } = useRights();
  const groups = (useGroups().data?.items ?? []).filter(({ isWithinScope }) => isWithinScope);
  const { groupIds } = draft;
  return (
    <Card title={t('videos.audience')} description={t('videos.audienceText')}>
      <div className={cx('fields')}>
        <div className={cx('wide')}>
          {isEverywhere ? (
            <Checkbox
              label={t('videos.everyone')}
              checked={draft.everyone}
              onChange={({ target }) => onChange({ everyone: target.checked })}
            />
          ) : (
            <p>{t('videos.scopeOnly')}</p>
          )}
        </div>
        {draft.everyone
          ? null
          : PLACES.map((place) => (
              <Textarea
                key={place}
                rows={3}
                label={t(`videos.${place}`)}
                hint={t('videos.onePerLine')}
                value={draft[place]}
                onChange={({ target }) => onChange({ [place]: target.value })}
              />
            ))}
        {draft.everyone ? null : (
          <fieldset className={cx('groups')} aria-label={t('videos.groups')}>
            <legend>{t('videos.groups')}</legend>
            {groups.length === 0 ? <p>{t('videos.noGroups')}</p> : null}
            {groups.map(({ id, name, memberCount }) => (
              <Checkbox
                key={id}
                label={name}
                hint={t('videos.members', { count: memberCount })}
                checked={groupIds.includes(id)}
                onChange={({ target }) => {
                  const others = groupIds.filter((other) => other !== id);
                  onChange({ groupIds: target.checked ? [...others, id] : others });
                }}
              />
            ))}
            <Link to="/admin/groups">{t('videos.manageGroups')}</Link>
          </fieldset>
        )}
      </div>
    </Card>
  );
}
