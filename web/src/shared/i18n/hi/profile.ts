import type { CatalogueArea } from '../catalogue.ts';

export const profile: CatalogueArea<'profile'> = {
  title: 'मेरी प्रोफ़ाइल',
  subtitle: 'आपका नाम और आप कहाँ साइन इन हैं।',
  saved: 'आपका नाम सहेज लिया गया',
  save: 'नाम सहेजें',
  nameHint: 'प्रशासकों को दिखता है।',
  phoneHint: 'नंबर बदलवाने के लिए अपने केंद्र से कहें।',
  errorTitle: 'आपकी प्रोफ़ाइल लोड नहीं हो सकी',
};
