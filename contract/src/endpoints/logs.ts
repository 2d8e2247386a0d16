/** Every call for logs; a page brings along only those that it makes. */
export {
  clientErrorGroups,
  clientErrors,
  reportClientErrors,
  setClientErrorResolved,
} from './client-error-logs.ts';
export { drmPersistence } from './drm-persistence-log.ts';
