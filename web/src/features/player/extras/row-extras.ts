/** Parts of the player added after the first picture, fetched together. */
export { TriggerLine } from '../protection/TriggerLine.tsx';
export { WatermarkHiddenOverlay } from '../protection/WatermarkHiddenOverlay.tsx';
export { CaptionsButton } from './CaptionsButton.tsx';
export { ChapterMenu } from './ChapterMenu.tsx';
export { SettingsMenu } from './SettingsMenu.tsx';
