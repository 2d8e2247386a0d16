import { useId, useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ConfigFieldCell, type ConfigFieldCellProps } from './ConfigFieldCell.tsx';
import { type ConfigDraft, isSame } from './config-draft.ts';
import type { ConfigField, ConfigSectionFields } from './config-fields.ts';
import styles from './System.module.css';
import { nameSection } from './section-name.ts';

const cx = classNames(styles);

export interface ConfigSectionCardProps extends Pick<ConfigFieldCellProps, 'onChange'> {
  readonly section: ConfigSectionFields;
  readonly draft: ConfigDraft;
  /** The values in force. */
  readonly saved: ConfigDraft;
  /** The value in force until it is changed. */
  readonly initial: ConfigDraft;
  /** Shows all that it is given: a search must not end at a fold. */
  readonly unfolded: boolean;
}

/** One section of the configuration, with what few ever change folded away. */
export function ConfigSectionCard(props: ConfigSectionCardProps) {
  const { section, draft, saved, initial, unfolded, onChange } = props;
  const { t } = useText();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const basic = section.fields.filter(({ isAdvanced }) => !isAdvanced || unfolded);
  const advanced = section.fields.filter(({ isAdvanced }) => isAdvanced && !unfolded);
  // What is not saved yet is always in sight.
  const isHeld = advanced.some(({ path }) => !isSame(draft[path], saved[path]));
  const isOpen = opened || isHeld;
  const changed = advanced.filter(({ path }) => !isSame(draft[path], initial[path])).length;

  const show = (fields: readonly ConfigField[]) =>
    fields.map((field) => (
      <ConfigFieldCell
        key={field.path}
        field={field}
        value={draft[field.path]}
        saved={saved[field.path]}
        initial={initial[field.path]}
        onChange={onChange}
      />
    ));

  return (
    <div id={nameSection(section.name)} tabIndex={-1} className={cx('section')}>
      <Card
        title={t(`systemConfig.${section.name}`)}
        description={t(`systemConfig.${section.name}Text`)}
      >
        {basic.length > 0 ? <div className={cx('fields')}>{show(basic)}</div> : null}
        {advanced.length > 0 ? (
          <div className={cx('advanced')}>
            <button
              type="button"
              className={cx('fold')}
              aria-expanded={isOpen}
              aria-controls={id}
              disabled={isHeld}
              onClick={() => setOpened(!opened)}
            >
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
              {t('systemConfig.advanced', { count: advanced.length })}
              {changed > 0 ? (
                <span className={cx('foldNote')}>
                  {t('systemConfig.advancedChanged', { count: changed })}
                </span>
              ) : null}
            </button>
            <div id={id} hidden={!isOpen} className={cx('fields')}>
              {isOpen ? show(advanced) : null}
            </div>
          </div>
        ) : null}
      </Card>
    </div>
  );
}
