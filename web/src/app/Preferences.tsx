import { setLanguage } from '../shared/i18n/i18n.ts';
import { LANGUAGES, type Language } from '../shared/i18n/language.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { setTheme, THEME_CHOICES, useThemeChoice } from '../shared/theme/theme.ts';
import { DropdownMenu, MenuChoice } from '../ui/DropdownMenu.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { notify } from '../ui/notify.ts';
import { Segmented } from '../ui/Segmented.tsx';

interface PreferencesProps {
  readonly tone?: 'surface' | 'on-ink';
}

const THEME_ICONS = { light: 'sun', dark: 'moon', system: 'monitor' } as const;
const THEME_TEXTS = {
  light: 'common.themeLight',
  dark: 'common.themeDark',
  system: 'common.themeSystem',
} as const;

/** Language and theme, wherever one is in the product, signed in or not. */
export function Preferences({ tone = 'surface' }: PreferencesProps) {
  const { t, language } = useText();
  const theme = useThemeChoice();

  function changeLanguage(next: Language) {
    setLanguage(next).catch(() => notify.error(t('errors.offline')));
  }

  return (
    <>
      <Segmented
        label={t('common.language')}
        tone={tone}
        value={language}
        options={LANGUAGES.map(({ code, shortName }) => ({
          value: code,
          label: shortName,
          lang: code,
        }))}
        onChange={changeLanguage}
      />
      <DropdownMenu
        trigger={
          <IconButton
            icon={THEME_ICONS[theme]}
            label={t('common.theme')}
            tone={tone === 'on-ink' ? 'on-ink' : 'neutral'}
          />
        }
      >
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
    </>
  );
}
