import type { CatalogueArea } from '../catalogue.ts';

export const groups: CatalogueArea<'groups'> = {
  title: 'उपयोगकर्ता समूह',
  subtitle: 'उपयोगकर्ताओं के समूह, जिन्हें आप किसी वीडियो के दर्शक चुन सकते हैं।',
  open: 'उपयोगकर्ता समूह',
  create: 'समूह बनाएँ',
  rename: 'समूह का नाम बदलें',
  delete: 'समूह मिटाएँ',
  deleteConfirm:
    '“{{name}}” हट जाएगा; उसके सदस्य बने रहेंगे। जो वीडियो केवल इस समूह के लिए थे, वे फिर किसी के लिए नहीं होंगे।',
  deleted: '“{{name}}” मिटाया गया।',
  saved: '“{{name}}” सहेजा गया।',
  name: 'नाम',
  nameRequired: 'समूह का नाम लिखें।',
  taken: 'इस नाम का समूह पहले से है; हो सकता है वह आपको न दिखता हो। कोई दूसरा नाम चुनें।',
  members: 'सदस्य',
  memberCount_one: '{{count}} सदस्य',
  memberCount_other: '{{count}} सदस्य',
  partlySeen_one:
    '{{count}} सदस्य दिखाई देता है। और सदस्य आपके प्रशासन क्षेत्र से बाहर हैं, इसलिए आप इस समूह को बदल नहीं सकते।',
  partlySeen_other:
    '{{count}} सदस्य दिखाई देते हैं। और सदस्य आपके प्रशासन क्षेत्र से बाहर हैं, इसलिए आप इस समूह को बदल नहीं सकते।',
  created: 'बनाया गया',
  showMembers: 'सदस्य',
  add: 'लोग जोड़ें',
  find: 'जोड़ने के लिए लोग खोजें',
  findHint: 'नाम या फ़ोन नंबर से।',
  nobodyFound: 'और कोई नहीं मिला।',
  addOne: 'जोड़ें',
  removeOne: 'हटाएँ',
  noMembers: 'इस समूह में अभी कोई नहीं है।',
  searchLabel: 'समूह खोजें',
  searchPlaceholder: 'समूह का नाम',
  emptyTitle: 'अभी कोई समूह नहीं है',
  emptyText: 'समूह अलग-अलग जगहों के विद्यार्थियों को साथ लाता है, जैसे एक बैच।',
  errorTitle: 'समूह लोड नहीं हो सके',
};
