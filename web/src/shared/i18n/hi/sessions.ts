import type { CatalogueArea } from '../catalogue.ts';

export const sessions: CatalogueArea<'sessions'> = {
  title: 'सत्र',
  text: 'यह खाता कहाँ-कहाँ साइन इन है।',
  signedIn: 'साइन इन किया',
  lastSeen: 'पिछली बार देखा गया',
  browserOnSystem: '{{system}} पर {{browser}}',
  unknownDevice: 'अज्ञात डिवाइस',
  current: 'यही सत्र',
  bound: 'अपने ब्राउज़र से बँधा',
  signOut: 'साइन आउट करें',
  signOutOf: '{{device}} से साइन आउट करें',
  signOutAll: 'सभी जगह से साइन आउट करें',
  signOutAllConfirm: 'सभी सत्र तुरंत समाप्त होंगे, यह वाला भी।',
  signOutOneConfirm: '{{device}} पर चल रहा सत्र तुरंत समाप्त होगा।',
  ended: 'सत्र समाप्त हुआ',
  empty: 'कोई चालू सत्र नहीं।',
  errorTitle: 'सत्र लोड नहीं हो सके',
};
