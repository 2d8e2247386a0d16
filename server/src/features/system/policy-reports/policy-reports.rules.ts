import * as z from 'zod/mini';

/** What browsers send to `report-uri` (CSP 3, section 5.3); the fields that matter here. */
const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(z.string()),
    'violated-directive': z.optional(z.string()),
    'blocked-uri': z.optional(z.string()),
    'source-file': z.optional(z.string()),
    disposition: z.optional(z.string()),
  }),
});

const scriptDirectives = ['script-src', 'script-src-elem', 'script-src-attr'] as const;
type ScriptDirective = (typeof scriptDirectives)[number];

/** A script that a browser refused to run in one of our pages, as it says. */
export interface BlockedScript {
  readonly directive: ScriptDirective;
  /** `inline`, `eval`, or the origin that it should have come from. */
  readonly from: string;
}

const mostCharacters = 100;

/**
 * Reads a report of the content security policy.
 * @returns null unless it is about a script that something other than an extension of the browser
 *   wanted to run: extensions put scripts into honest users' pages all day
 */
export function readBlockedScript(body: Uint8Array): BlockedScript | null {
  const parsed = z.safeParse(reportSchema, parseJson(body));
  if (!parsed.success) return null;
  const report = parsed.data['csp-report'];
  if (report.disposition === 'report') return null;
  const named = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0];
  const directive = scriptDirectives.find((one) => one === named);
  const from = readSource(report['blocked-uri'] ?? '');
  if (directive === undefined || from === null || isOfExtension(report['source-file'])) return null;
  return { directive, from };
}

function readSource(blocked: string): string | null {
  if (blocked === 'inline' || blocked === 'eval') return blocked;
  const url = URL.parse(blocked);
  // Schemes of extensions have many names; those of the web have two.
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  return url.origin.slice(0, mostCharacters);
}

/** Firefox and Safari name the extension whose inline script was stopped; Chromium runs it. */
function isOfExtension(sourceFile: string | undefined): boolean {
  const protocol = URL.parse(sourceFile ?? '')?.protocol ?? '';
  return protocol.endsWith('-extension:') || sourceFile === 'moz-extension';
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return null;
  }
}
