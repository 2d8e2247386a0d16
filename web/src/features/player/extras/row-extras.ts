/** What joins the row of the controls after the first picture, fetched as one. */
export { CaptionsButton } from './CaptionsButton.tsx';
export { ChapterMenu } from './ChapterMenu.tsx';
export { SettingsMenu } from './SettingsMenu.tsx';
