import { builtInLimits } from '@prahari/contract';
import { atLeast, type BuiltInRule, days, hours, minutes, rulesOf } from './write-rule.rules.ts';

const performance = rulesOf('performance_degradation');
const bypass = rulesOf('security_bypass');
const exfiltration = rulesOf('data_exfiltration');
const privileges = rulesOf('privilege_escalation');

/** About the service, lessons and rights. */
export const serviceRules: readonly BuiltInRule[] = [
  performance(
    'calls_failing',
    'critical',
    'Many requests fail',
    [
      'system',
      atLeast('failed_call_ratio', 0.072),
      atLeast('calls', 500),
      // Else it would be told for the rest of the hour, after the cause is gone.
      atLeast('failed_call_ratio_lately', 0.072),
    ],
    1 * hours,
  ),
  performance(
    'calls_failing_for_hours',
    'high',
    'Requests keep failing for hours',
    [
      'system',
      atLeast('failed_call_ratio', 0.03),
      atLeast('calls', 3000),
      atLeast('failed_call_ratio_lately', 0.03),
    ],
    6 * hours,
  ),
  performance(
    'calls_slow',
    'medium',
    'Slow requests',
    ['system', atLeast('call_p95', 3000), atLeast('calls', 50)],
    10 * minutes,
  ),
  performance(
    'calls_very_slow',
    'high',
    'Very slow requests',
    ['system', atLeast('call_p95', 10_000), atLeast('calls', 50)],
    10 * minutes,
  ),
  performance(
    'process_busy',
    'high',
    'Processes are overloaded',
    // One lag of a process that starts, or does nothing, does no harm.
    ['system', atLeast('loop_delay', builtInLimits.loopDelayMs), atLeast('calls', 200)],
    5 * minutes,
  ),
  performance(
    'playback_failing',
    'high',
    'Lessons fail to play',
    [
      'system',
      atLeast('failed_playback_ratio', builtInLimits.failedPlaybackRatio),
      atLeast('playbacks', 20),
    ],
    15 * minutes,
  ),

  bypass(
    'playback_terminated',
    'high',
    'Access blocked after repeated violations',
    ['user', atLeast('ended_playbacks', 1)],
    1 * hours,
  ),
  bypass(
    'violations_repeated',
    'medium',
    'Violations in several lessons',
    ['user', atLeast('violations', 3), atLeast('violated_videos', 2)],
    7 * days,
  ),
  bypass(
    'licences_refused',
    'medium',
    'Licence requests without permission',
    ['user', atLeast('refused_licences', 5)],
    10 * minutes,
  ),
  bypass(
    'segments_forged',
    'high',
    'Forged segment addresses',
    ['address', atLeast('forged_segments', 3)],
    10 * minutes,
  ),
  bypass(
    'segments_after_end',
    'medium',
    'Segments requested after playback ended',
    ['address', atLeast('ended_segments', 30)],
    5 * minutes,
  ),
  bypass(
    'proofs_forged',
    'high',
    'Address sending forged or replayed proofs',
    ['address', atLeast('refused_proofs', 20)],
    15 * minutes,
  ),
  bypass(
    'calls_probed',
    'medium',
    'Address probing for open doors',
    ['address', atLeast('refused_calls', 500)],
    15 * minutes,
    ['notify', 'tighten_rate_limits'],
  ),
  // It only notifies: such reports need no sign-in, and so can be made up.
  bypass(
    'scripts_blocked',
    'high',
    'Foreign scripts stopped in pages',
    ['system', atLeast('blocked_scripts', 10), atLeast('blocked_script_clients', 3)],
    1 * hours,
  ),
  // Low: a machine that slept has jumped, too.
  bypass(
    'clock_jumped',
    'low',
    'Server clock jumped',
    ['system', atLeast('clock_jumps', 1)],
    1 * hours,
  ),
  bypass(
    'subjects_forgotten',
    'high',
    'More subjects than rules can watch',
    ['system', atLeast('forgotten_subjects', 100)],
    15 * minutes,
  ),

  // Medium: an extension of the browser can hold back reports, too.
  bypass(
    'reports_silent',
    'medium',
    'Lesson fetched while its page is silent',
    ['session', atLeast('silent_playbacks', 1)],
    5 * minutes,
  ),

  exfiltration(
    'segments_raced',
    'high',
    'Lessons fetched faster than playback',
    ['user', atLeast('fast_fetches', 1)],
    10 * minutes,
  ),
  exfiltration(
    'segments_bare',
    'medium',
    'Lessons fetched by a program',
    ['user', atLeast('bare_fetches', 20)],
    10 * minutes,
  ),
  exfiltration(
    'recording_traced',
    'critical',
    'Recording leads to this learner',
    ['user', atLeast('traced_recordings', 1)],
    1 * hours,
  ),
  exfiltration(
    'videos_many',
    'high',
    'Unusually many videos opened',
    ['user', atLeast('videos', 25)],
    1 * days,
  ),
  exfiltration(
    'rows_exported',
    'high',
    'Unusually many rows exported',
    ['user', atLeast('exported_rows', 5000)],
    1 * hours,
  ),
  exfiltration(
    'exports_many',
    'medium',
    'Many exports',
    ['user', atLeast('exports', 10)],
    1 * hours,
  ),

  privileges(
    'admin_calls_refused',
    'high',
    'Learner trying administrator functions',
    ['user', atLeast('refused_admin_calls', 5)],
    10 * minutes,
  ),
  privileges(
    'ids_guessed',
    'high',
    'User guessing IDs',
    ['user', atLeast('unknown_objects', 10)],
    10 * minutes,
  ),
  privileges(
    'rights_granted',
    'critical',
    'Administrator permissions extended',
    ['user', atLeast('granted_rights', 1)],
    1 * hours,
  ),
  privileges(
    'own_rights_changed',
    'critical',
    'Own permissions changed',
    ['user', atLeast('own_rights_changes', 1)],
    1 * hours,
  ),
  privileges(
    'roles_claimed',
    'high',
    'False role claimed',
    ['address', atLeast('claimed_roles', 1)],
    1 * hours,
  ),
];
