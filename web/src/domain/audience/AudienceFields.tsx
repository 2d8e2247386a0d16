import { useId } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { usePickerWords } from '../../shared/picker/use-picker-words.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Picker } from '../../ui/Picker.tsx';
import { usePlaces } from '../places/use-places.ts';
import { useRights } from '../users/use-rights.ts';
import styles from './Audience.module.css';
import { type AudienceDraft, placeKinds } from './audience-draft.ts';
import { ReachNote } from './ReachNote.tsx';
import { useGroupOptions } from './use-group-options.ts';

const cx = classNames(styles);

export interface AudienceFieldsProps {
  readonly draft: AudienceDraft;
  readonly onChange: (change: Partial<AudienceDraft>) => void;
  /** Who sees the video while nothing is chosen, where anyone does. */
  readonly whenEmpty?: string | undefined;
}

/** The audience of a video: everyone, or chosen places and groups, with the number of learners. */
export function AudienceFields({ draft, onChange, whenEmpty }: AudienceFieldsProps) {
  const { t } = useText();
  const { isEverywhere } = useRights();
  return (
    <div className={cx('audience')}>
      {isEverywhere ? (
        <Choice draft={draft} onChange={onChange} />
      ) : (
        <p className={cx('hint')}>{t('videos.scopeOnly')}</p>
      )}
      {draft.everyone ? null : <Chosen draft={draft} onChange={onChange} />}
      <ReachNote draft={draft} whenEmpty={whenEmpty} />
    </div>
  );
}

function Choice({ draft, onChange }: AudienceFieldsProps) {
  const { t } = useText();
  const name = useId();
  const choices = [
    { everyone: true, label: t('videos.everyone'), hint: t('audience.everyoneHint') },
    { everyone: false, label: t('videos.chosen'), hint: t('audience.chosenHint') },
  ];
  return (
    <fieldset className={cx('choices')} aria-label={t('videos.audience')}>
      {choices.map(({ everyone, label, hint }) => (
        <label key={label} className={cx('choice', draft.everyone === everyone && 'chosen')}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            aria-describedby={`${name}-${everyone}`}
            checked={draft.everyone === everyone}
            onChange={() => onChange({ everyone })}
          />
          <span>
            <span className={cx('choice-name')}>{label}</span>
            <span id={`${name}-${everyone}`} className={cx('hint')}>
              {hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Chosen({ draft, onChange }: AudienceFieldsProps) {
  const { t } = useText();
  const words = usePickerWords();
  const places = usePlaces();
  const groups = useGroupOptions();
  const groupLink = <Link to="/admin/groups">{t('videos.manageGroups')}</Link>;
  return (
    <>
      <p className={cx('hint')}>{t('audience.placesText')}</p>
      <div className={cx('pickers')}>
        {placeKinds.map((kind) => (
          <Picker
            key={kind}
            label={t(`videos.${kind}`)}
            placeholder={t(`audience.any_${kind}`)}
            words={words}
            options={places[kind]}
            chosen={draft[kind]}
            onChange={(chosen) => onChange({ [kind]: chosen })}
          />
        ))}
        <Picker
          label={t('videos.groups')}
          hint={
            groups.options.length === 0 && !groups.isPending ? (
              <>
                {t('videos.noGroups')} {groupLink}
              </>
            ) : (
              groupLink
            )
          }
          placeholder={t('audience.anyGroups')}
          words={words}
          options={groups.options}
          chosen={draft.groupIds}
          onChange={(groupIds) => onChange({ groupIds })}
        />
      </div>
    </>
  );
}
