import {
  defineChoiceSetting,
  defineNumberSetting,
  defineOptionalTextSetting,
  type ValuesOf,
} from '../../platform/config/setting.ts';

export const alertsSettings = {
  alertRetentionDays: defineNumberSetting(
    'ALERT_RETENTION_DAYS',
    'Days for which alerts are kept, with their timeline, after they were last seen or changed.',
    { fallback: 365, min: 30, max: 3650 },
  ),
  alertEmails: defineOptionalTextSetting(
    'ALERT_EMAILS',
    'E-mail addresses that are told of alerts whose rule notifies, separated by commas; sent by the mail server of `SMTP_URL`.',
    'none',
  ),
  alertWebhookUrl: defineOptionalTextSetting(
    'ALERT_WEBHOOK_URL',
    'HTTPS address to which alerts whose rule notifies are posted as JSON, signed as Standard Webhooks are.',
    'none',
  ),
  alertWebhookSecretFile: defineOptionalTextSetting(
    'ALERT_WEBHOOK_SECRET_FILE',
    'File with the secret of that signature, at least 24 characters.',
  ),
  alertWebhookPrivate: defineChoiceSetting(
    'ALERT_WEBHOOK_PRIVATE',
    'Whether `ALERT_WEBHOOK_URL` may lie on this machine or in a private network, and use plain HTTP: `off` or `on`.',
    ['off', 'on'],
  ),
} as const;
export type AlertsConfig = ValuesOf<typeof alertsSettings>;
