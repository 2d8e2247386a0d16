import type { CatalogueArea } from '../catalogue.ts';

export const activation: CatalogueArea<'activation'> = {
  activateTitle: 'अपना खाता चालू करें',
  activateText: 'आपके केंद्र ने आपको एक सक्रियण कोड दिया है। वह एक ही बार काम करता है।',
  activationCode: 'सक्रियण कोड',
  activationCodeHint: 'पर्ची पर लिखे अक्षर और अंक, जैसे ABCD-EFGH।',
  continueButton: 'आगे बढ़ें',
  choosePasswordTitle: 'पासवर्ड चुनें',
  choosePasswordText: 'अब से आप अपने फ़ोन नंबर और इस पासवर्ड से साइन इन करेंगे।',
  changePasswordText: 'आगे बढ़ने के लिए अपना पासवर्ड चुनें।',
  newPassword: 'नया पासवर्ड',
  repeatPassword: 'पासवर्ड की पुष्टि करें',
  passwordRule: 'कम से कम {{min}} अक्षर। कुछ असंबंधित शब्द अच्छे रहते हैं।',
  passwordsDiffer: 'पासवर्ड मेल नहीं खाते।',
  savePassword: 'पासवर्ड सहेजें',
  passwordSaved: 'आपका पासवर्ड बन गया है। अब आप साइन इन कर सकते हैं।',
  strength: 'पासवर्ड की मज़बूती',
  strengthShort: 'बहुत छोटा',
  strengthFair: 'ठीक-ठाक',
  strengthGood: 'मज़बूत',
  codeRequired: 'सक्रियण कोड लिखें।',
  activationInvalid:
    'यह कोड और फ़ोन नंबर मेल नहीं खाते, या कोड इस्तेमाल हो चुका है या उसका समय बीत गया है। अपने केंद्र से नया कोड लें।',
  passwordTooShort: 'यह पासवर्ड बहुत छोटा है: विद्यार्थियों के लिए 8 और प्रशासकों के लिए 15 अक्षर ज़रूरी हैं।',
  passwordTooLong: 'यह पासवर्ड बहुत लंबा है।',
  passwordTooCommon: 'यह पासवर्ड बहुत आम है और आसानी से पहचाना जा सकता है। कोई दूसरा चुनें।',
  passwordContextual: 'पासवर्ड में आपका नाम, नंबर या इस उत्पाद का नाम नहीं होना चाहिए।',
  passwordBreached:
    'यह पासवर्ड कहीं और से चुराए गए पासवर्डों की सूची में है। कोई दूसरा चुनें, और जहाँ-जहाँ इसका उपयोग करते हैं, वहाँ भी बदल दें।',
};
