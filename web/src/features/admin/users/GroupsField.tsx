import { useGroupOptions } from '../../../domain/audience/use-group-options.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { usePickerWords } from '../../../shared/picker/use-picker-words.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Picker } from '../../../ui/Picker.tsx';
import styles from './Users.module.css';

const cx = classNames(styles);

export interface GroupsFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The groups of a learner; nothing where there is none to choose. */
export function GroupsField({ chosen, onChange }: GroupsFieldProps) {
  const { t } = useText();
  const words = usePickerWords();
  const { options } = useGroupOptions();
  if (options.length === 0) return null;
  return (
    <div className={cx('wide')}>
      <Picker
        label={t('videos.groups')}
        placeholder={t('audience.anyGroups')}
        words={words}
        options={options}
        chosen={chosen}
        onChange={onChange}
      />
    </div>
  );
}
