import type { CatalogueArea } from '../catalogue.ts';

export const audit: CatalogueArea<'audit'> = {
  title: 'कार्य-लेखा',
  subtitle: 'प्रशासकों ने क्या किया, नया पहले। प्रविष्टियाँ न बदली जा सकती हैं, न हटाई।',
  searchLabel: 'कार्य-लेखा में खोजें',
  searchPlaceholder: 'करने वाले या जिस पर किया गया, उनका नाम',
  at: 'कब',
  action: 'कार्य',
  actor: 'किसने',
  subject: 'किस पर',
  changes: 'क्या बदला',
  address: 'पता',
  emptyTitle: 'अभी कोई प्रविष्टि नहीं',
  emptyText: 'हर प्रशासनिक कार्य यहाँ दर्ज होता है।',
  errorTitle: 'कार्य-लेखा लोड नहीं हो सका',
  nothing: 'कुछ नहीं',
  onlyAbout: 'केवल एक उपयोगकर्ता की प्रविष्टियाँ दिख रही हैं।',
  showAll: 'सभी प्रविष्टियाँ दिखाएँ',
  isDeleted: 'मिटाया गया',
};
