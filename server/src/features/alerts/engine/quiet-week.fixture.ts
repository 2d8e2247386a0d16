import { describeFact } from './engine.fixture.ts';
import type { Fact } from './fact.rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const learnersInCentre = 50;

/** Numbers that look random and are the same for the same seed (mulberry32). */
function createDice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share: number) => next() < share,
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
  };
}

/**
 * Makes the events of a week of ordinary use: centres of 50 learners behind one address whose classes
 * begin at nine, evenings at home, mistyped and forgotten passwords, a few browsers that look like
 * recorders, players that end in the middle of a fetch, administrators at work.
 */
export function makeQuietWeek({ seed, learners }: { seed: number; learners: number }): Fact[] {
  const dice = createDice(seed);
  const facts: Fact[] = [];
  for (let learner = 0; learner < learners; learner += 1) {
    for (let day = 0; day < 7; day += 1) {
      const isWeekend = day >= 5;
      if (dice.chance(isWeekend ? 0.7 : 0.05)) continue;
      const atHome = isWeekend || dice.chance(0.15);
      addDay(facts, dice, { learner, day, atHome });
      if (!atHome && dice.chance(0.4)) addDay(facts, dice, { learner, day, atHome: true });
    }
  }
  addOffice(facts, dice);
  return facts.sort((a, b) => a.atMs - b.atMs);
}

/** Adds a learner's morning at the centre, or evening at home. */
function addDay(
  facts: Fact[],
  dice: ReturnType<typeof createDice>,
  { learner, day, atHome }: { learner: number; day: number; atHome: boolean },
): void {
  const centre = Math.floor(learner / learnersInCentre);
  const who = {
    userId: `learner-${learner}`,
    deviceId: atHome ? `home-${learner}` : `desk-${learner}`,
    sessionId: `session-${learner}-${day}-${atHome}`,
    // Homes are behind the gateways of a few providers.
    address: atHome ? `100.64.${learner % 8}.${learner % 250}` : `203.0.113.${centre}`,
    country: 'IN',
  };
  // An account is bound to one device: home is where it may be used on some days, too.
  const device = { ...who, deviceId: `device-${learner}` };
  let atMs = day * dayMs + (atHome ? 18 * hourMs : 9 * hourMs) + dice.between(0, 10) * minuteMs;
  const add = (name: string, data: Record<string, unknown> = {}, over: Partial<Fact> = {}) => {
    facts.push(describeFact(name, atMs, { ...device, ...over, data }));
    atMs += dice.between(1, 20) * 1000;
  };
  // Mistyped, most by those who sign in for the first time in the morning.
  if (dice.chance(0.2)) {
    for (let i = dice.between(1, 3); i > 0; i -= 1) {
      add('sign-in.refused', {}, dice.chance(0.2) ? { userId: null } : {});
    }
  }
  if (dice.chance(0.003)) add('device.refused', {}, { deviceId: `phone-${learner}` });
  if (dice.chance(0.005)) {
    add('user.password-reset-requested');
    add('user.password-changed');
  }
  // Some phones request desktop pages.
  const system = () => (learner % 5 === 0 && dice.chance(0.1) ? 'Linux' : 'Android');
  add('session.opened', { system: system() });
  add('video-access.opened', { system: system() });
  for (let lesson = dice.between(1, 5); lesson > 0; lesson -= 1) {
    const videoId = `video-${dice.between(1, 80)}`;
    add('playback.opened', { videoId });
    add('licence.issued', { videoId });
    if (dice.chance(0.02)) add('playback.failed', { videoId, code: 1002 });
    if (dice.chance(0.05)) {
      add('incident.reported', { videoId, confidence: 'low', severity: 'low' });
    }
    if (dice.chance(0.02)) add('segment.refused', { reason: 'ended', times: dice.between(1, 4) });
    if (dice.chance(0.01)) add('licence.refused', { reason: 'playback_session_ended' });
    atMs += dice.between(10, 40) * minuteMs;
    if (dice.chance(0.6)) add('lesson.completed', { videoId });
  }
  // Lessons that were withdrawn while the list stood open.
  if (dice.chance(0.02)) {
    for (let i = dice.between(1, 4); i > 0; i -= 1) add('object.not-found', { ids: `gone-${i}` });
  }
  if (dice.chance(0.01)) add('call.limited', { route: '/x', times: dice.between(1, 5) });
  if (dice.chance(0.3)) add('session.ended', { cause: 'logout' });
}

/** Adds the work of administrators, and the server's measurements of itself. */
function addOffice(facts: Fact[], dice: ReturnType<typeof createDice>): void {
  for (let day = 0; day < 7; day += 1) {
    for (let admin = 0; admin < 3; admin += 1) {
      const who = {
        userId: `admin-${admin}`,
        deviceId: `office-${admin}`,
        sessionId: `office-${admin}-${day}`,
        address: '192.0.2.10',
        country: 'IN',
      };
      const at = day * dayMs + 10 * hourMs + dice.between(0, 60) * minuteMs;
      facts.push(describeFact('session.opened', at, who));
      if (dice.chance(0.4)) {
        const data = { list: 'users', rows: dice.between(10, 1000) };
        facts.push(describeFact('list.exported', at + minuteMs, { ...who, data }));
      }
    }
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      const isBusy = minute >= 9 * 60 && minute <= 10 * 60;
      const calls = isBusy ? dice.between(300, 900) : dice.between(1, 120);
      const data = {
        seconds: 10,
        calls,
        failed: dice.chance(0.1) ? 1 : 0,
        limited: dice.chance(0.05) ? dice.between(1, 3) : 0,
        p95Ms: isBusy ? dice.between(60, 600) : dice.between(10, 120),
        loopDelayP99Ms: isBusy ? dice.between(15, 90) : dice.between(10, 25),
      };
      facts.push(describeFact('calls.measured', day * dayMs + minute * minuteMs, { data }));
    }
  }
}
