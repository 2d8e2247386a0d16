import { systemConfigFields } from '@prahari/contract';
import {
  defineChoiceSetting,
  defineFirstValueSetting,
  defineOptionalTextSetting,
  defineTextSetting,
  type ValuesOf,
} from '../../platform/config/setting.ts';
import type { InitialValues } from '../../platform/system-config/initial-config.ts';
import { importSettings } from './import/import.config.ts';

export const usersSettings = {
  superAdminPhone: defineTextSetting(
    'SUPER_ADMIN_PHONE',
    'Phone number that the first super administrator signs in with; read at the first start and by `--new-admin-password`.',
    '+919999900000',
  ),
  activationDays: defineFirstValueSetting(
    'ACTIVATION_DAYS',
    'Days for which an activation code can be used.',
    systemConfigFields.accounts.invitationDays,
  ),
  smsGatewayUrl: defineOptionalTextSetting(
    'SMS_GATEWAY_URL',
    'HTTPS address of an SMS gateway that sends activation codes to users. Set these `SMS_GATEWAY_…` alike in every process.',
    'none',
  ),
  smsGatewayMethod: defineChoiceSetting(
    'SMS_GATEWAY_METHOD',
    'How the gateway is called: `POST` or `GET`.',
    ['POST', 'GET'],
  ),
  smsGatewayBody: defineOptionalTextSetting(
    'SMS_GATEWAY_BODY',
    'The body sent, with `{number}`, `{code}` and `{name}` in its values: JSON (`{"to":"{number}","text":"Your code is {code}"}`) or a form (`to={number}&text=Your code is {code}`). With `GET` it is a form and becomes the query.',
  ),
  smsGatewayContentType: defineChoiceSetting(
    'SMS_GATEWAY_CONTENT_TYPE',
    'The type of `SMS_GATEWAY_BODY`: `application/json` or `application/x-www-form-urlencoded`.',
    ['application/json', 'application/x-www-form-urlencoded'],
  ),
  smsGatewayAuthorization: defineOptionalTextSetting(
    'SMS_GATEWAY_AUTHORIZATION',
    'Secret that is sent to the gateway as the `Authorization` header.',
  ),
  smtpUrl: defineOptionalTextSetting(
    'SMTP_URL',
    'Mail server that sends activation codes to users who have an e-mail address, where no SMS gateway is set: `smtp://host:587` (STARTTLS is demanded, unless the host is localhost) or `smtps://host:465`. Set these `SMTP_…` alike in every process.',
    'none',
  ),
  smtpFrom: defineOptionalTextSetting(
    'SMTP_FROM',
    'Sender of these e-mails, for instance `Prahari <no-reply@example.org>`.',
  ),
  smtpUser: defineOptionalTextSetting('SMTP_USER', 'User name at the mail server.'),
  smtpPasswordFile: defineOptionalTextSetting(
    'SMTP_PASSWORD_FILE',
    'File with the password of `SMTP_USER`.',
  ),
  ...importSettings,
} as const;

export type UsersConfig = ValuesOf<typeof usersSettings>;

export function buildInitialUsersConfig(
  settings: Pick<UsersConfig, 'activationDays'>,
): InitialValues {
  return { accounts: { invitationDays: settings.activationDays } };
}
