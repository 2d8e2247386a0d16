export * from './api-client.ts';
export * from './device.ts';
