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
    'Many calls fail',
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
    'Calls keep failing for hours',
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
    'Calls are slow',
    ['system', atLeast('call_p95', 3000), atLeast('calls', 50)],
    10 * minutes,
  ),
  performance(
    'calls_very_slow',
    'high',
    'Calls are very slow',
    ['system', atLeast('call_p95', 10_000), atLeast('calls', 50)],
    10 * minutes,
  ),
  performance(
    'process_busy',
    'high',
    'Processes are overloaded',
    // One lag of a process that starts, or does nothing, hurts nobody.
    ['system', atLeast('loop_delay', 200), atLeast('calls', 200)],
    5 * minutes,
  ),
  performance(
    'playback_failing',
    'high',
    'Lessons fail to play',
    ['system', atLeast('failed_playback_ratio', 0.2), atLeast('playbacks', 20)],
    15 * minutes,
  ),

  bypass(
    'playback_terminated',
    'high',
    'Repeated violations ended the access to a video',
    ['user', atLeast('ended_playbacks', 1)],
    1 * hours,
  ),
  bypass(
    'violations_repeated',
    'medium',
    'Violations in several lessons',
    ['user', atLeast('violations', 3)],
    7 * days,
  ),
  bypass(
    'licences_refused',
    'medium',
    'Licences asked for without a right to them',
    ['user', atLeast('refused_licences', 5)],
    10 * minutes,
  ),
  bypass(
    'segments_forged',
    'high',
    'Forged addresses of segments',
    ['address', atLeast('forged_segments', 3)],
    10 * minutes,
  ),
  bypass(
    'segments_after_end',
    'medium',
    'An ended playback still asks for segments',
    ['address', atLeast('ended_segments', 30)],
    5 * minutes,
  ),
  bypass(
    'proofs_forged',
    'high',
    'An address keeps sending forged or replayed proofs',
    ['address', atLeast('refused_proofs', 20)],
    15 * minutes,
  ),
  bypass(
    'calls_probed',
    'medium',
    'An address looks for open doors',
    ['address', atLeast('refused_calls', 500)],
    15 * minutes,
    ['notify', 'tighten_rate_limits'],
  ),
  // Low: a machine that slept has jumped, too.
  bypass(
    'clock_jumped',
    'low',
    'The clock of the server jumped',
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

  exfiltration(
    'segments_raced',
    'high',
    'Lessons fetched faster than anybody watches',
    ['user', atLeast('fast_fetches', 1)],
    10 * minutes,
  ),
  exfiltration(
    'videos_many',
    'high',
    'Very many videos opened',
    ['user', atLeast('videos', 25)],
    1 * days,
  ),
  exfiltration(
    'rows_exported',
    'high',
    'Very many rows exported',
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
    'A learner calls what is for administrators',
    ['user', atLeast('refused_admin_calls', 5)],
    10 * minutes,
  ),
  privileges(
    'ids_guessed',
    'high',
    'A user tries ids of what is not theirs',
    ['user', atLeast('unknown_objects', 10)],
    10 * minutes,
  ),
  privileges(
    'rights_granted',
    'critical',
    'Rights of an administrator were extended',
    ['user', atLeast('granted_rights', 1)],
    1 * hours,
  ),
  privileges(
    'own_rights_changed',
    'critical',
    'Somebody changed their own rights',
    ['user', atLeast('own_rights_changes', 1)],
    1 * hours,
  ),
  privileges(
    'roles_claimed',
    'high',
    'A caller claims a role',
    ['address', atLeast('claimed_roles', 1)],
    1 * hours,
  ),
];
