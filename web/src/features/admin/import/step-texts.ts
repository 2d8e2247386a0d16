import type { ImportStep } from './import-step.ts';

export const STEP_TEXTS = {
  choose: 'imports.stepChoose',
  columns: 'imports.stepColumns',
  check: 'imports.stepCheck',
  run: 'imports.stepRun',
  result: 'imports.stepResult',
} as const satisfies Record<ImportStep, string>;
