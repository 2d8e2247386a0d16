import { abuseChecks } from './abuse.check.ts';
import type { AuditCheck } from './check.rules.ts';
import { componentChecks } from './components.check.ts';
import { containmentChecks } from './containment.check.ts';
import { credentialChecks } from './credentials.check.ts';
import { crossSiteChecks } from './cross-site.check.ts';
import { cryptoChecks } from './crypto.check.ts';
import { errorChecks } from './errors.check.ts';
import { exposureChecks } from './exposure.check.ts';
import { guessingChecks } from './guessing.check.ts';
import { headerChecks } from './headers.check.ts';
import { hostileContentChecks } from './hostile-content.check.ts';
import { inputChecks } from './input.check.ts';
import { lessonChecks } from './lessons.check.ts';
import { mediaChecks } from './media.check.ts';
import { objectChecks } from './objects.check.ts';
import { operationChecks } from './operation.check.ts';
import { passwordChecks } from './passwords.check.ts';
import { recordChecks } from './records.check.ts';
import { roleChecks } from './roles.check.ts';
import { secondFactorChecks } from './second-factor.check.ts';
import { sessionChecks } from './sessions.check.ts';
import { spellingChecks } from './spellings.check.ts';
import { storedDataChecks } from './stored-data.check.ts';
import { upkeepChecks } from './upkeep.check.ts';

/** Every check of this product, in the order in which they run. */
export const allChecks: readonly AuditCheck[] = [
  ...headerChecks,
  ...exposureChecks,
  ...credentialChecks,
  ...secondFactorChecks,
  ...passwordChecks,
  ...sessionChecks,
  ...storedDataChecks,
  ...inputChecks,
  ...hostileContentChecks,
  ...cryptoChecks,
  ...operationChecks,
  ...componentChecks,
  ...recordChecks,
  ...errorChecks,
  ...containmentChecks,
  ...upkeepChecks,
  ...crossSiteChecks,
  ...roleChecks,
  ...spellingChecks,
  ...objectChecks,
  ...mediaChecks,
  ...lessonChecks,
  ...abuseChecks,
  // Last: they use up what this address may try.
  ...guessingChecks,
];
