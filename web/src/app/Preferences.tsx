import { setLanguage } from '../shared/i18n/i18n.ts';
import { LANGUAGES, type Language } from '../shared/i18n/language.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { useThemeChoice } from '../shared/theme/theme.ts';
import { DeferredMenu } from '../ui/DeferredMenu.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { lazyPage } from './lazy-with-texts.ts';
import { THEME_ICONS } from './theme-labels.ts';

const ThemeMenu = lazyPage(() => import('./ThemeMenu.tsx').then((m) => m.ThemeMenu));

interface PreferencesProps {
  readonly tone?: 'surface' | 'on-ink';
}

/** Language and theme, on every page, signed in or not. */
export function Preferences({ tone = 'surface' }: PreferencesProps) {
  const { t, language } = useText();
  const theme = useThemeChoice();

  function changeLanguage(next: Language) {
    setLanguage(next).catch(async () => {
      // Toasts are a tenth of what the first page would otherwise load, and it rarely shows one.
      const { notify } = await import('../ui/notify.ts');
      notify.error(t('errors.offline'));
    });
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
      <DeferredMenu
        menu={ThemeMenu}
        renderTrigger={(onClick) => (
          <IconButton
            icon={THEME_ICONS[theme]}
            label={t('common.theme')}
            tone={tone === 'on-ink' ? 'on-ink' : 'neutral'}
            {...(onClick ? { onClick } : {})}
          />
        )}
      />
    </>
  );
}
