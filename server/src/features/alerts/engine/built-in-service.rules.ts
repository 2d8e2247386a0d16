import { builtInLimits } from '@prahari/contract';
import { atLeast, type BuiltInRule, days, hours, minutes, rulesOf } from './write-rule.rules.ts';

const performance = rulesOf('performance_degradation');
const bypass = rulesOf('security_bypass');
const exfiltration = rulesOf('data_exfiltration');
const privileges = rulesOf('privilege_escalation');

/** About the service, lessons and rights. */
export const serviceRules: readonly BuiltInRule[] = [
  performance({
    key: 'calls_failing',
    severity: 'critical',
    name: 'Many requests fail',
    subject: 'system',
    when: [
      atLeast('failed_call_ratio', 0.072),
      atLeast('calls', 500),
      // Else it would be told for the rest of the hour, after the cause is gone.
      atLeast('failed_call_ratio_lately', 0.072),
    ],
    timeWindow: 1 * hours,
  }),
  performance({
    key: 'calls_failing_for_hours',
    severity: 'high',
    name: 'Requests keep failing for hours',
    subject: 'system',
    when: [
      atLeast('failed_call_ratio', 0.03),
      atLeast('calls', 3000),
      atLeast('failed_call_ratio_lately', 0.03),
    ],
    timeWindow: 6 * hours,
  }),
  performance({
    key: 'calls_slow',
    severity: 'medium',
    name: 'Slow requests',
    subject: 'system',
    when: [atLeast('call_p95', 3000), atLeast('calls', 50)],
    timeWindow: 10 * minutes,
  }),
  performance({
    key: 'calls_very_slow',
    severity: 'high',
    name: 'Very slow requests',
    subject: 'system',
    when: [atLeast('call_p95', 10_000), atLeast('calls', 50)],
    timeWindow: 10 * minutes,
  }),
  performance({
    key: 'process_busy',
    severity: 'high',
    name: 'Processes are overloaded',
    subject: 'system',
    // One lag of a process that starts, or does nothing, does no harm.
    when: [atLeast('loop_delay', builtInLimits.loopDelayMs), atLeast('calls', 200)],
    timeWindow: 5 * minutes,
  }),
  performance({
    key: 'playback_failing',
    severity: 'high',
    name: 'Lessons fail to play',
    subject: 'system',
    when: [
      atLeast('failed_playback_ratio', builtInLimits.failedPlaybackRatio),
      atLeast('playbacks', 20),
    ],
    timeWindow: 15 * minutes,
  }),

  bypass({
    key: 'playback_terminated',
    severity: 'high',
    name: 'Access blocked after repeated violations',
    subject: 'user',
    when: [atLeast('ended_playbacks', 1)],
    timeWindow: 1 * hours,
  }),
  bypass({
    key: 'violations_repeated',
    severity: 'medium',
    name: 'Violations in several lessons',
    subject: 'user',
    when: [atLeast('violations', 3), atLeast('violated_videos', 2)],
    timeWindow: 7 * days,
  }),
  bypass({
    key: 'licences_refused',
    severity: 'medium',
    name: 'Licence requests without permission',
    subject: 'user',
    when: [atLeast('refused_licences', 5)],
    timeWindow: 10 * minutes,
  }),
  bypass({
    key: 'segments_forged',
    severity: 'high',
    name: 'Forged segment addresses',
    subject: 'address',
    when: [atLeast('forged_segments', 3)],
    timeWindow: 10 * minutes,
  }),
  bypass({
    key: 'segments_after_end',
    severity: 'medium',
    name: 'Segments requested after playback ended',
    subject: 'address',
    when: [atLeast('ended_segments', 30)],
    timeWindow: 5 * minutes,
  }),
  bypass({
    key: 'proofs_forged',
    severity: 'high',
    name: 'Address sending forged or replayed proofs',
    subject: 'address',
    when: [atLeast('refused_proofs', 20)],
    timeWindow: 15 * minutes,
  }),
  bypass({
    key: 'calls_probed',
    severity: 'medium',
    name: 'Address probing for open doors',
    subject: 'address',
    when: [atLeast('refused_calls', 500)],
    timeWindow: 15 * minutes,
    actions: ['notify', 'tighten_rate_limits'],
  }),
  // It only notifies: such reports need no sign-in, and so can be made up.
  bypass({
    key: 'scripts_blocked',
    severity: 'high',
    name: 'Foreign scripts stopped in pages',
    subject: 'system',
    when: [atLeast('blocked_scripts', 10), atLeast('blocked_script_clients', 3)],
    timeWindow: 1 * hours,
  }),
  // Low: a machine that slept has jumped, too.
  bypass({
    key: 'clock_jumped',
    severity: 'low',
    name: 'Server clock jumped',
    subject: 'system',
    when: [atLeast('clock_jumps', 1)],
    timeWindow: 1 * hours,
  }),
  bypass({
    key: 'subjects_forgotten',
    severity: 'high',
    name: 'More subjects than rules can watch',
    subject: 'system',
    when: [atLeast('forgotten_subjects', 100)],
    timeWindow: 15 * minutes,
  }),

  // Medium: an extension of the browser can hold back reports, too.
  bypass({
    key: 'reports_silent',
    severity: 'medium',
    name: 'Lesson fetched while its page is silent',
    subject: 'session',
    when: [atLeast('silent_playbacks', 1)],
    timeWindow: 5 * minutes,
  }),

  exfiltration({
    key: 'segments_raced',
    severity: 'high',
    name: 'Lessons fetched faster than playback',
    subject: 'user',
    when: [atLeast('fast_fetches', 1)],
    timeWindow: 10 * minutes,
  }),
  exfiltration({
    key: 'segments_bare',
    severity: 'medium',
    name: 'Lessons fetched by a program',
    subject: 'user',
    when: [atLeast('bare_fetches', 20)],
    timeWindow: 10 * minutes,
  }),
  exfiltration({
    key: 'recording_traced',
    severity: 'critical',
    name: 'Recording leads to this learner',
    subject: 'user',
    when: [atLeast('traced_recordings', 1)],
    timeWindow: 1 * hours,
  }),
  exfiltration({
    key: 'videos_many',
    severity: 'high',
    name: 'Unusually many videos opened',
    subject: 'user',
    when: [atLeast('videos', 25)],
    timeWindow: 1 * days,
  }),
  exfiltration({
    key: 'rows_exported',
    severity: 'high',
    name: 'Unusually many rows exported',
    subject: 'user',
    when: [atLeast('exported_rows', 5000)],
    timeWindow: 1 * hours,
  }),
  exfiltration({
    key: 'exports_many',
    severity: 'medium',
    name: 'Many exports',
    subject: 'user',
    when: [atLeast('exports', 10)],
    timeWindow: 1 * hours,
  }),

  privileges({
    key: 'admin_calls_refused',
    severity: 'high',
    name: 'Learner trying administrator functions',
    subject: 'user',
    when: [atLeast('refused_admin_calls', 5)],
    timeWindow: 10 * minutes,
  }),
  privileges({
    key: 'ids_guessed',
    severity: 'high',
    name: 'User guessing IDs',
    subject: 'user',
    when: [atLeast('unknown_objects', 10)],
    timeWindow: 10 * minutes,
  }),
  privileges({
    key: 'rights_granted',
    severity: 'critical',
    name: 'Administrator permissions extended',
    subject: 'user',
    when: [atLeast('granted_rights', 1)],
    timeWindow: 1 * hours,
  }),
  privileges({
    key: 'own_rights_changed',
    severity: 'critical',
    name: 'Own permissions changed',
    subject: 'user',
    when: [atLeast('own_rights_changes', 1)],
    timeWindow: 1 * hours,
  }),
  privileges({
    key: 'rules_weakened',
    severity: 'high',
    name: 'Alert rule weakened by an administrator',
    subject: 'user',
    when: [atLeast('weakened_rules', 1)],
    timeWindow: 1 * hours,
  }),
  privileges({
    key: 'roles_claimed',
    severity: 'high',
    name: 'False role claimed',
    subject: 'address',
    when: [atLeast('claimed_roles', 1)],
    timeWindow: 1 * hours,
  }),
];
