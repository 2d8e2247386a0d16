import type { CatalogueArea } from '../catalogue.ts';

export const library: CatalogueArea<'library'> = {
  title: 'पाठ संग्रह',
  lessonCount_one: '{{count}} पाठ',
  lessonCount_other: '{{count}} पाठ',
  searchLabel: 'पाठ खोजें',
  emptyTitle: 'अभी कोई पाठ नहीं है',
  emptyText: 'आपका केंद्र जैसे ही पाठ प्रकाशित करेगा, वे यहाँ दिखाई देंगे।',
  searchPlaceholder: 'शीर्षक या विवरण से खोजें',
  adminEmptyTitle: 'पहला व्याख्यान अपलोड करें',
  adminEmptyText: 'उसे एन्क्रिप्ट करके चलाने लायक बनाया जाता है; प्रकाशित करने पर विद्यार्थी उसे देख सकते हैं।',
  uploadLecture: 'व्याख्यान अपलोड करें',
  noMatchTitle: '“{{search}}” से कोई पाठ नहीं मिला',
  noMatchText: 'कोई दूसरा शब्द आज़माएँ, या कम शब्द लिखें।',
  clearSearch: 'खोज साफ़ करें',
  loadMore: 'और दिखाएँ',
  errorTitle: 'पाठ संग्रह लोड नहीं हो सका',
  continueAt: '{{time}} से आगे देखें',
  duration: 'अवधि',
  draft: 'अप्रकाशित',
  processing: 'तैयार हो रहा है',
  welcome: 'आज आप क्या सीखना चाहेंगे?',
};
