import type { CatalogueArea } from '../catalogue.ts';

export const acts: CatalogueArea<'acts'> = {
  user_create: 'उपयोगकर्ता बनाया',
  user_import: 'उपयोगकर्ता आयात किए',
  user_import_codes: 'सक्रियण कोड डाउनलोड किए',
  user_export: 'उपयोगकर्ता निर्यात किए',
  user_update: 'उपयोगकर्ता बदला',
  user_delete: 'उपयोगकर्ता मिटाया',
  user_block: 'उपयोगकर्ता अवरुद्ध',
  user_unblock: 'अवरोध हटाया',
  user_sign_out: 'उपयोगकर्ता साइन आउट',
  user_reset_password: 'नया सक्रियण कोड',
  user_reset_login_count: 'साइन इन गिनती शून्य',
  user_set_permissions: 'अनुमतियाँ तय',
  user_clear_second_factor: 'दूसरा चरण हटाया गया',
  device_set: 'डिवाइस जोड़ा',
  device_clear: 'डिवाइस मुक्त',
  video_upload: 'वीडियो अपलोड किया',
  video_update: 'वीडियो बदला',
  video_cancel_processing: 'प्रोसेसिंग रद्द की',
  video_retry_processing: 'प्रोसेसिंग फिर शुरू की',
  system_configure: 'सिस्टम सेटिंग बदली',
};
