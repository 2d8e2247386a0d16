export const THEME_ICONS = { light: 'sun', dark: 'moon', system: 'monitor' } as const;

export const THEME_TEXTS = {
  light: 'common.themeLight',
  dark: 'common.themeDark',
  system: 'common.themeSystem',
} as const;
