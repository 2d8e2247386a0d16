import type { CatalogueArea } from '../catalogue.ts';

export const profile: CatalogueArea<'profile'> = {
  title: 'मेरी प्रोफ़ाइल',
  subtitle: 'आपका नाम, और आप कैसे और कहाँ साइन इन करते हैं।',
  saved: 'आपका नाम सहेज लिया गया',
  save: 'नाम सहेजें',
  nameHint: 'प्रशासकों को दिखता है।',
  phoneHint: 'नंबर बदलवाने के लिए अपने केंद्र से कहें।',
  device: 'यह डिवाइस',
  deviceText: 'आपका खाता इस डिवाइस से जोड़ने के लिए केंद्र यह पहचान माँग सकता है।',
  deviceId: 'डिवाइस पहचान',
  copy: 'कॉपी',
  copyDeviceId: 'डिवाइस पहचान कॉपी करें',
  copyFailed: 'कॉपी नहीं हो सका। उसे चुनकर स्वयं कॉपी करें।',
  errorTitle: 'आपकी प्रोफ़ाइल लोड नहीं हो सकी',
  passwordTitle: 'पासवर्ड',
  passwordText: 'इसे बदलने पर आपके बाकी सत्र समाप्त हो जाते हैं।',
  currentPassword: 'मौजूदा पासवर्ड',
  changePassword: 'पासवर्ड बदलिए',
  passwordChanged: 'आपका पासवर्ड बदल गया है',
};
