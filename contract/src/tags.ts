/** The subject of a group of calls, and whether they ask other services. */
interface TagFacts {
  readonly about: string;
  readonly asksServices?: true;
}

/** By which the description of the API groups calls. */
export const tags = {
  Alerts: { about: 'What the rules found in recorded events, and what was done about it.' },
  Analytics: { about: 'Figures of who learns, and how users sign in.' },
  Auth: { about: 'Signing in and out, sessions, passwords and second factors.' },
  DRM: {
    about: 'Licences, user tokens and the services that make licences.',
    asksServices: true,
  },
  Home: { about: 'What needs attention, and current activity.' },
  Import: { about: 'Users imported from spreadsheets.' },
  Logs: { about: 'Errors and events that browsers report.' },
  Media: { about: 'Segments and pictures at signed URLs.' },
  Notes: { about: 'Notes that learners take at moments of a video.' },
  Offline: { about: 'Copies of videos that devices keep to play without a connection.' },
  'Playback check': { about: 'Whether videos would play on a device.' },
  Runners: { about: 'Machines that help to convert videos, without database and storage.' },
  Security: { about: 'Incidents, violations and watermarks.' },
  'Security audit': { about: 'What this installation finds when it tests itself.' },
  Storage: { about: 'Space used by media.' },
  System: { about: 'Health, metrics, version and configuration.' },
  Upload: { about: 'Uploads of videos: in one form, or resumable with tus 1.0.' },
  'User groups': { about: 'Named groups of users, as the audience of videos.' },
  Users: { about: 'Accounts, their rights and the audit log.' },
  Videos: { about: 'The catalogue and playback.' },
} as const satisfies Readonly<Record<string, TagFacts>>;

export type Tag = keyof typeof tags;
