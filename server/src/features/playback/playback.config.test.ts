import { limits } from '@prahari/contract';
import { expect, it } from 'vitest';
import { readSettings } from '../../platform/config/setting.ts';
import { playbackSettings, policyOf } from './playback.config.ts';

it("tells players the specification's numbers unless the operator says otherwise", () => {
  expect(policyOf(readSettings(playbackSettings, {}))).toMatchObject({
    ...limits.streaming,
    progressEverySeconds: limits.progressEverySeconds,
  });
  const changed = { WATERMARK_OPACITY_PERCENT: '45', WATERMARK_MOVE_SECONDS: '7' };
  expect(policyOf(readSettings(playbackSettings, changed))).toMatchObject({
    watermarkOpacity: 0.45,
    watermarkMoveEveryMs: 7000,
  });
});
