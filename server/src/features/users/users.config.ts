import { numberSetting, textSetting } from '../../platform/config/setting.ts';

export const usersSettings = {
  superAdminPhone: textSetting(
    'SUPER_ADMIN_PHONE',
    'Phone number that the first super administrator signs in with; read at the first start only.',
    '+919999900000',
  ),
  activationDays: numberSetting(
    'ACTIVATION_DAYS',
    'Days for which an activation code can be used.',
    { fallback: 7, min: 1, max: 30 },
  ),
} as const;
