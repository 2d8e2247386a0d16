import type { AudienceMatch, PlaybackCheck, PlaybackVerdict, UserDetail } from '@prahari/contract';
import { useDeviceName } from '../../../../domain/sessions/use-device-name.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../../ui/Badge.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon, type IconName } from '../../../../ui/Icon.tsx';
import type { UserAct } from '../user-acts.ts';
import { PART_TEXTS } from './hidden-texts.ts';
import styles from './Learner.module.css';
import { Remedy } from './Remedy.tsx';
import { describeRule, RULE_NAMES } from './rule-texts.ts';

const cx = classNames(styles);

type Rule = PlaybackCheck['rules'][number];

const VERDICTS = {
  plays: { icon: 'check-circle', tone: 'good', title: 'learner.plays' },
  plays_after_own_steps: { icon: 'info', tone: 'soon', title: 'learner.playsAfterSteps' },
  refused: { icon: 'cancel', tone: 'bad', title: 'learner.refused' },
} as const satisfies Record<PlaybackVerdict, { icon: IconName; tone: string; title: string }>;

const OUTCOMES = {
  fail: { icon: 'cancel', title: 'learner.inTheWay' },
  unknown: { icon: 'monitor', title: 'learner.browserKnows' },
  pass: { icon: 'check', title: 'learner.inOrder' },
} as const satisfies Record<Rule['outcome'], { icon: IconName; title: string }>;

interface CheckResultProps {
  readonly user: UserDetail;
  readonly check: PlaybackCheck;
  readonly onAct: (act: UserAct) => void;
}

/** What would become of a start: the verdict, then every rule, what is in the way first. */
export function CheckResult({ user, check, onAct }: CheckResultProps) {
  const { t } = useText();
  const format = useFormat();
  const nameOf = useDeviceName();
  const { verdict, rules, session, at, video } = check;
  const { icon, tone, title } = VERDICTS[verdict];
  const say = (rule: Rule) => describeRule(t, format.dateTime, rule, video);
  return (
    <>
      <div role="status" className={cx('verdict', tone)}>
        <Icon name={icon} size={24} />
        <div className={cx('grow')}>
          <p className={cx('verdictTitle')}>{t(title)}</p>
          <p className={cx('verdictText')}>
            {session === null
              ? t('learner.judgedWithoutSession')
              : t('learner.judgedBy', { device: nameOf(session.device), address: session.address })}
            {' · '}
            <Time value={at} />
          </p>
        </div>
      </div>
      {(['fail', 'unknown', 'pass'] as const).map((outcome) => {
        const found = rules.filter((rule) => rule.outcome === outcome);
        if (found.length === 0) return null;
        return (
          <Card key={outcome} title={t(OUTCOMES[outcome].title)}>
            <ul className={cx('rules', outcome !== 'fail' && 'dense')}>
              {found.map((rule) => (
                <li key={rule.rule} className={cx('rule', outcome)}>
                  <Icon name={OUTCOMES[outcome].icon} size={18} />
                  <div className={cx('grow')}>
                    <p className={cx('ruleName')}>{t(RULE_NAMES[rule.rule])}</p>
                    <p className={cx('muted')}>{say(rule)}</p>
                    {rule.rule === 'audience' ? <AudienceParts matches={video.audience} /> : null}
                  </div>
                  {outcome === 'fail' ? (
                    <Remedy rule={rule} user={user} video={video} onAct={onAct} />
                  ) : null}
                </li>
              ))}
            </ul>
          </Card>
        );
      })}
    </>
  );
}

/** What the audience names, part by part, and whether it is the learner's. */
function AudienceParts({ matches }: { readonly matches: readonly AudienceMatch[] }) {
  const { t } = useText();
  if (matches.length < 2) return null;
  return (
    <ul className={cx('parts')}>
      {matches.map(({ part, matches: isMatch, own }) => (
        <li key={part}>
          <StatusBadge tone={isMatch ? 'success' : 'neutral'}>
            {t(PART_TEXTS[part])}
            {own === null ? '' : `: ${own}`} · {t(isMatch ? 'learner.matches' : 'learner.differs')}
          </StatusBadge>
        </li>
      ))}
    </ul>
  );
}
