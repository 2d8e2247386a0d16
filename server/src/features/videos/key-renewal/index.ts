export { bindKeyRenewalRoutes } from './key-renewal.routes.ts';
export { createKeyRenewal } from './key-renewal.usecases.ts';
export { createKeyRenewalsRepository } from './key-renewals.repository.ts';
export { createReencrypt } from './reencrypt.usecases.ts';
export { createRemoveOldKeys } from './tasks/remove-old-keys.task.ts';
export { createRenewKeys, renewKeysKind } from './tasks/renew-keys.task.ts';
