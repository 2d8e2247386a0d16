/** Controls added to the row after the first picture, fetched together. */
export { CaptionsButton } from './CaptionsButton.tsx';
export { ChapterMenu } from './ChapterMenu.tsx';
export { SettingsMenu } from './SettingsMenu.tsx';
