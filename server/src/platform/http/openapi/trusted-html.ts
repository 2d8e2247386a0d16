/** The names of policies that the pages of the API may make: ours, and that of DOMPurify within Swagger UI. */
export const apiPagesPolicies = ['default', 'dompurify'];

/**
 * The script that decides over HTML that Swagger UI writes as text, which Trusted Types would
 * refuse: text and plain formatting go through, as descriptions come out of DOMPurify. Nothing that
 * runs or loads does, and no text becomes a script.
 */
export const trustedHtmlScript = `'use strict';
{
  const tag = '</?(?:p|a|b|i|em|strong|code|pre|br|hr|ul|ol|li|div|span|h[1-6]|blockquote|table|thead|tbody|tr|th|td)';
  const attribute = '(?: (?:class|rel|target|title)="[^"<>]*"| href="(?:https?:|/|#)[^"<>]*")*';
  const plain = new RegExp('^(?:[^<]|' + tag + attribute + ' ?/?>)*$', 'i');
  if (window.trustedTypes) {
    trustedTypes.createPolicy('default', { createHTML: (html) => (plain.test(html) ? html : null) });
  }
}
`;
