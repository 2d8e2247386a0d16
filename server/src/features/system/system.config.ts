import { defineOptionalTextSetting, type ValuesOf } from '../../platform/config/setting.ts';
import { clientErrorSettings } from './client-errors/client-errors.config.ts';

export const systemSettings = {
  metricsToken: defineOptionalTextSetting(
    'METRICS_TOKEN',
    'Bearer token for `/metrics` and `/health/deep`, required behind a proxy (with `TRUST_PROXY` or an `https` `PUBLIC_URL`). Without it direct calls from this machine are answered, and behind a proxy none.',
  ),
  ...clientErrorSettings,
} as const;

export type SystemSettings = ValuesOf<typeof systemSettings>;
