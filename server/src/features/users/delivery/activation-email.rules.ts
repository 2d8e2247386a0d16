export interface ActivationEmailValues {
  readonly name: string;
  readonly code: string;
  readonly expiresAt: Date;
  /** In which the expiry is written, for instance `Asia/Kolkata`. */
  readonly timeZone: string;
  readonly publicUrl: string | undefined;
}

const pagePath = '/activate';

/**
 * Writes the e-mail that brings an activation code, in both languages: which one is read is not
 * known yet.
 */
export function writeActivationEmail(values: ActivationEmailValues): {
  subject: string;
  text: string;
} {
  const { name, code, publicUrl } = values;
  const page = publicUrl === undefined ? undefined : new URL(pagePath, publicUrl).href;
  return {
    subject: 'Your Prahari activation code / आपका प्रहरी सक्रियण कोड',
    text: `Hello ${name},

your activation code is

    ${code}

${page === undefined ? 'Open Prahari and choose “Activate your account”' : `Open ${page}`}, enter your phone number and this code, and choose a password. The code works once, until ${when(values, 'en-IN')}. Do not pass it on: nobody will ask you for it.

--------

नमस्ते ${name},

आपका सक्रियण कोड है

    ${code}

${page === undefined ? 'प्रहरी खोलें और “अपना खाता चालू करें” चुनें' : `${page} खोलें`}, अपना फ़ोन नंबर और यह कोड लिखें, और पासवर्ड चुनें। कोड एक ही बार काम करेगा, ${when(values, 'hi-IN')} तक। इसे किसी को न दें: कोई आपसे यह नहीं माँगेगा।
`,
  };
}

function when({ expiresAt, timeZone }: ActivationEmailValues, language: string): string {
  const form = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return form.format(expiresAt);
}
