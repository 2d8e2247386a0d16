import { expect, it } from 'vitest';
import { readSettings } from '../../platform/config/setting.ts';
import { StartError } from '../../platform/errors/app-error.ts';
import { storageSettings } from '../../platform/storage/storage-settings.ts';
import { deliverySettings, refuseHandOverOfObjects } from './delivery.config.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ ...deliverySettings, ...storageSettings }, environment);

it('lets nginx hand over from a disk, and objects be served without it', () => {
  for (const one of [{}, { STORAGE: 's3' }, { DELIVERY_X_ACCEL_PREFIX: '/_media/' }]) {
    expect(() => refuseHandOverOfObjects(read(one))).not.toThrow();
  }
});

it('refuses to have nginx send files that lie in an object store', () => {
  const both = read({ STORAGE: 's3', DELIVERY_X_ACCEL_PREFIX: '/_media/' });
  expect(() => refuseHandOverOfObjects(both)).toThrow(StartError);
  expect(() => refuseHandOverOfObjects(both)).toThrow(
    /^DELIVERY_X_ACCEL_PREFIX needs STORAGE=disk/,
  );
});
