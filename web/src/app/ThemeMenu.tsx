import { useText } from '../shared/i18n/use-text.ts';
import { setTheme, THEME_CHOICES, useThemeChoice } from '../shared/theme/theme.ts';
import type { DeferredMenuContentProps } from '../ui/DeferredMenu.tsx';
import { DropdownMenu, MenuChoice } from '../ui/DropdownMenu.tsx';
import { THEME_ICONS, THEME_TEXTS } from './theme-labels.ts';

export function ThemeMenu({ trigger, defaultOpen }: DeferredMenuContentProps) {
  const { t } = useText();
  const theme = useThemeChoice();
  return (
    <DropdownMenu trigger={trigger} defaultOpen={defaultOpen}>
      <MenuChoice
        label={t('common.theme')}
        value={theme}
        options={THEME_CHOICES.map((choice) => ({
          value: choice,
          label: t(THEME_TEXTS[choice]),
          icon: THEME_ICONS[choice],
        }))}
        onChange={setTheme}
      />
    </DropdownMenu>
  );
}
