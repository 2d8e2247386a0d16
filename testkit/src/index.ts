export * from '@prahari/virtual-learners';
export * from './bundled-program.ts';
