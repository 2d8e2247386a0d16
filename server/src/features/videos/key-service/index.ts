export { fetchContentKeys, KeyServiceFailed } from './key-service.adapter.ts';
export { type KeyService, keyServiceSettings, readKeyService } from './key-service.config.ts';
