const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu;
/** Three parts of base64url joined by dots, or any run too long to be a word. */
const bearer = /[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|[\w+-]{32,}={0,2}/gu;
const signedPath = /\/media\/[^/?#\s]+/gu;
const query = /([\w)\]/])\?[^\s'"<>?=]*=[^\s'"<>]*/gu;
const named =
  /("?(?:pass(?:word|code)?|token|secret|authorization|cookie|code|key)"?\s*[:=]\s*)("[^"]*"|'[^']*'|(?:DPoP |Bearer )?[^\s,;&"'}]+)/giu;
/** Seven digits and more, as people write phone numbers. */
const number = /\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){6,}/gu;
const controls = /[^\P{Cc}\n]/gu;

/**
 * Takes out of a text what must be in no log: tokens, passwords, signed paths, query strings and
 * phone numbers but for their last two digits. Ids (UUID) stay. Cut to `maxLength` characters.
 */
export function redactPrivate(text: string, maxLength: number): string {
  // Cut first: patterns on a text of any length would be an invitation.
  const short = text.slice(0, maxLength).replace(controls, ' ');
  let clean = '';
  let end = 0;
  const plain = short
    .replace(signedPath, '/media/[signed]')
    .replace(query, '$1?[query]')
    .replace(named, '$1[secret]');
  for (const { 0: id, index } of plain.matchAll(uuid)) {
    clean += withoutRuns(plain.slice(end, index)) + id;
    end = index + id.length;
  }
  return (clean + withoutRuns(plain.slice(end))).slice(0, maxLength);
}

function withoutRuns(text: string): string {
  return text
    .replace(bearer, '[secret]')
    .replace(number, (digits) => `[number …${digits.slice(-2)}]`);
}
