export { createPersistenceRepository } from './persistence.repository.ts';
export { createPersistence, type Persistence } from './persistence.usecases.ts';
