export * from '@prahari/virtual-learners';
export * from './balancer.ts';
export * from './bundled-program.ts';
