import { type ContentPolicy, parseContentPolicy } from '@prahari/contract';

const broad = new Set(['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'http://*.*']);
const isBroad = (source: string) => broad.has(source) || source === 'https://*.*';
const isNonceOrHash = (source: string) => /^'(?:nonce-|sha(?:256|384|512)-)/i.test(source);
const isQuoted = (word: string) => (source: string) => source.toLowerCase() === `'${word}'`;
const hasNone = (sources: readonly string[] | undefined) =>
  sources?.some(isQuoted('none')) ?? false;

export interface PolicyWeaknesses {
  /** No script can be restricted by it. */
  readonly isInvalid: boolean;
  readonly allowsInlineScript: boolean;
  readonly allowsEval: boolean;
  readonly allowsInlineStyle: boolean;
  readonly hasInsecureActiveSource: boolean;
  readonly hasInsecurePassiveSource: boolean;
  readonly isDenyByDefault: boolean;
}

/** Finds what a policy allows that it should not, as the HTTP Observatory reads it (version 6). */
export function findPolicyWeaknesses(policy: ContentPolicy): PolicyWeaknesses {
  const fallback = policy.get('default-src');
  const scripts = policy.get('script-src') ?? fallback ?? ['*'];
  const objects = policy.get('object-src') ?? fallback ?? ['*'];
  const styles = policy.get('style-src') ?? fallback ?? ['*'];
  const isProtected = scripts.some(isNonceOrHash);
  const isStrict = scripts.some(isQuoted('strict-dynamic'));
  // Browsers that know nonces ignore both beside one.
  const openScripts = scripts.filter((source) => {
    const isInline = isQuoted('unsafe-inline')(source);
    return isInline ? !isProtected : (isBroad(source) && !isStrict) || source === 'data:';
  });
  const isInsecure = (source: string) => /^(?:http|ftp):/.test(source);
  const passive = new Set(['img-src', 'media-src']);
  const insecureOf = (isPassive: boolean) =>
    [...policy].some(
      ([name, sources]) =>
        passive.has(name) === isPassive && name.endsWith('-src') && sources.some(isInsecure),
    );
  return {
    isInvalid: isStrict && !isProtected,
    allowsInlineScript: openScripts.length > 0 || objects.some(isBroad),
    allowsEval: scripts.some(isQuoted('unsafe-eval')),
    allowsInlineStyle: styles.some(
      (source) => isQuoted('unsafe-inline')(source) || source === 'data:' || isBroad(source),
    ),
    hasInsecureActiveSource: insecureOf(false),
    hasInsecurePassiveSource: insecureOf(true),
    isDenyByDefault: hasNone(fallback),
  };
}

/** Lists what a policy of this product's pages must say, with whether it does. */
export function judgeDocumentPolicy(
  header: string | undefined,
): readonly { readonly rule: string; readonly isMet: boolean }[] {
  const policy = parseContentPolicy(header);
  if (!policy) return [{ rule: 'a valid Content-Security-Policy', isMet: false }];
  const weak = findPolicyWeaknesses(policy);
  const anywhere = [...policy.values()].flat();
  return [
    { rule: "no 'unsafe-inline', data: or wildcard for scripts", isMet: !weak.allowsInlineScript },
    { rule: "no 'unsafe-eval'", isMet: !weak.allowsEval },
    { rule: "no 'unsafe-inline' for styles", isMet: !weak.allowsInlineStyle },
    { rule: 'no wildcard in any directive', isMet: !anywhere.some(isBroad) },
    { rule: "default-src 'none'", isMet: weak.isDenyByDefault },
    {
      rule: "object-src 'none'",
      isMet: hasNone(policy.get('object-src') ?? policy.get('default-src')),
    },
    { rule: "base-uri 'none'", isMet: hasNone(policy.get('base-uri')) },
    { rule: "frame-ancestors 'none'", isMet: hasNone(policy.get('frame-ancestors')) },
    { rule: 'form-action', isMet: policy.has('form-action') },
    {
      rule: "require-trusted-types-for 'script'",
      isMet: policy.get('require-trusted-types-for')?.some(isQuoted('script')) ?? false,
    },
    {
      rule: 'trusted-types with named policies only',
      isMet: policy.get('trusted-types')?.every((name) => name !== '*') ?? false,
    },
  ];
}
