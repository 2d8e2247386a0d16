import { Select } from '../../ui/Select.tsx';
import { useText } from '../i18n/use-text.ts';
import { type RefreshMode, refreshModes } from './refresh-modes.ts';

export interface RefreshSelectProps {
  readonly mode: RefreshMode;
  readonly onChange: (mode: RefreshMode) => void;
}

/** How often a page of figures asks for them again. */
export function RefreshSelect({ mode, onChange }: RefreshSelectProps) {
  const { t } = useText();
  return (
    <Select
      label={t('refresh.label')}
      labelHidden
      value={mode}
      options={refreshModes.map((one) => ({ value: one, label: t(`refresh.${one}`) }))}
      onChange={({ target }) => {
        const chosen = refreshModes.find((one) => one === target.value);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
