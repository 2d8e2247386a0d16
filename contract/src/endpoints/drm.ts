/** Every call for licences; a page brings along only those that it makes. */
export {
  clearKeyLicense,
  fairPlayCertificate,
  fairPlayLicense,
  licenseStatus,
  persistentLicense,
  playReadyLicense,
  validateToken,
  widevineLicense,
} from './drm-licences.ts';
export { generateToken } from './drm-token.ts';
