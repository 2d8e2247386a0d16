export {
  type EntitledKey,
  licenceSeconds,
  mayPersist,
  robustnessOf,
} from './entitlement.rules.ts';
export { createProvidersRepository } from './providers.repository.ts';
export { createProviders, type Providers, providerSecretsColumn } from './providers.usecases.ts';
export { createServices, type Services } from './services.usecases.ts';
export { createTestProvider } from './test-provider.usecases.ts';
