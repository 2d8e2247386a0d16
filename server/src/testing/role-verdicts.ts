import { callers } from './role-subjects.ts';

/** A status, or that the caller was admitted, with any outcome of the call itself. */
export type Verdict = number | 'let in';

/** The outcomes of a call, in the order of `callers`. */
export const everybody = (verdict: Verdict) => callers.map(() => verdict);
export const signedIn = [401, 200, 200, 200, 200, 200, 200];
export const ownOnly = [401, 200, 404, 404, 404, 404, 404];
export const ownPlayback = [401, 200, 403, 403, 403, 403, 403];
export const byScope = [401, 403, 403, 200, 404, 403, 200];
/** For what is meant for the learner's district: published, it needs no right. */
export const byAudience = [401, 200, 404, 200, 404, 200, 200];
/** For something in scope, but not in a state for this call. */
export const notNowByScope = [401, 403, 403, 409, 404, 403, 409];
export const byRight = [401, 403, 403, 200, 200, 403, 200];
export const letIn: Verdict[] = [401, 403, 403, 'let in', 'let in', 403, 'let in'];
/** For callers with the right, about an object that does not exist. */
export const nowhere = [401, 403, 403, 404, 404, 403, 404];
export const administrators = [401, 403, 403, 200, 200, 200, 200];
/** They have none to begin with. */
export const withoutFactor = [401, 403, 403, 400, 400, 400, 400];
export const superOnly = [401, 403, 403, 403, 403, 403, 200];
/** The same, about an object that does not exist. */
export const superNowhere = [401, 403, 403, 403, 403, 403, 404];
export const notOffered = [401, 404, 404, 404, 404, 404, 404];
/** About what every user may have, and these callers don't. */
export const noneOwn = [401, 404, 404, 404, 404, 404, 404];
export const noneLeft = [401, 400, 400, 400, 400, 400, 400];
