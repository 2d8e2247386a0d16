import type { CatalogueArea } from '../catalogue.ts';

export const permissions: CatalogueArea<'permissions'> = {
  users_read: 'उपयोगकर्ता देखना',
  users_write: 'उपयोगकर्ता बनाना और बदलना',
  users_delete: 'उपयोगकर्ता मिटाना',
  users_import: 'उपयोगकर्ता आयात करना',
  users_export: 'उपयोगकर्ता निर्यात करना',
  devices_manage: 'डिवाइस सँभालना',
  videos_write: 'वीडियो अपलोड करना और बदलना',
  analytics_read: 'विश्लेषण देखना',
  performance_read: 'प्रदर्शन देखना',
  alerts_read: 'चेतावनियाँ देखना',
  alerts_write: 'चेतावनियाँ सँभालना',
  security_read: 'सुरक्षा देखना',
  security_audit: 'सुरक्षा जाँच चलाना',
  permissions_write: 'अनुमतियाँ तय करना',
  audit_log_read: 'ऑडिट लॉग पढ़ना',
  system_configure: 'सिस्टम की सेटिंग',
};
