import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { type ConfigDraft, fits } from './config-draft.ts';
import { type ConfigField, type ConfigSectionFields, formatPath } from './config-fields.ts';
import styles from './System.module.css';
import { useValueText } from './use-value-text.ts';

const cx = classNames(styles);

export interface ConfigSectionCardProps {
  readonly section: ConfigSectionFields;
  readonly draft: ConfigDraft;
  /** The value in force until it is changed. */
  readonly initial: ConfigDraft;
  readonly onChange: (path: string, value: string | boolean) => void;
}

/** One section of the configuration: every field with its unit, meaning and first value. */
export function ConfigSectionCard({ section, draft, initial, onChange }: ConfigSectionCardProps) {
  const { t } = useText();
  const valueText = useValueText();

  function show(field: ConfigField) {
    const path = formatPath(section.name, field);
    const value = draft[path];
    const first = t('systemConfig.initial', { value: valueText(field, initial[path]) });
    const text = {
      label: t(`systemConfig.${field.name}`),
      hint: `${t(`systemConfig.${field.name}Hint`)} ${first}`,
    };
    if (field.kind === 'switch') {
      return (
        <Checkbox
          {...text}
          key={path}
          checked={value === true}
          onChange={({ target }) => onChange(path, target.checked)}
        />
      );
    }
    const { min, max } = field;
    return (
      <NumberField
        {...text}
        key={path}
        required
        unit={t(`systemConfig.${field.unit}`, { count: Number(value) })}
        value={typeof value === 'string' ? value : ''}
        error={fits(field, value) ? undefined : t('systemConfig.outOfRange', { min, max })}
        onChange={({ target }) => onChange(path, target.value)}
      />
    );
  }

  return (
    <Card
      title={t(`systemConfig.${section.name}`)}
      description={t(`systemConfig.${section.name}Text`)}
    >
      <div className={cx('fields')}>{section.fields.map(show)}</div>
    </Card>
  );
}
