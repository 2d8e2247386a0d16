export * from './api-client.ts';
export * from './bundled-program.ts';
export * from './device.ts';
