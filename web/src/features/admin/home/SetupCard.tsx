import type { AdminHome, SetupStep } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Home.module.css';

const cx = classNames(styles);

const STEPS = {
  password: { title: 'home.setupPassword', text: 'home.setupPasswordText', to: '/profile' },
  secondFactor: {
    title: 'home.setupSecondFactor',
    text: 'home.setupSecondFactorText',
    to: '/profile',
  },
  people: { title: 'home.setupPeople', text: 'home.setupPeopleText', to: '/admin/users' },
  video: { title: 'home.setupVideo', text: 'home.setupVideoText', to: '/admin/uploads' },
  licenceService: {
    title: 'home.setupLicence',
    text: 'home.setupLicenceText',
    to: '/admin/key-systems',
  },
} as const satisfies Record<
  SetupStep,
  { readonly title: string; readonly text: string; readonly to: string }
>;

interface SetupCardProps {
  readonly steps: NonNullable<AdminHome['setup']>;
}

/**
 * The set-up guide of a new installation; finished steps stay visible until all essential ones are
 * done.
 */
export function SetupCard({ steps }: SetupCardProps) {
  const { t } = useText();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Card
      title={t('home.setupTitle')}
      description={t('home.setupProgress', { done, all: steps.length })}
      flush
    >
      <ol className={cx('rows')}>
        {steps.map(({ step, isDone }) => {
          const { title, text, to } = STEPS[step];
          return (
            <li key={step} className={cx('step', isDone && 'done')}>
              <span className={cx('mark')}>{isDone ? <Icon name="check" size={16} /> : null}</span>
              <span className={cx('what')}>
                <span className={cx('stepTitle')}>
                  {t(title)}
                  {isDone ? <VisuallyHidden> ({t('home.setupDone')})</VisuallyHidden> : null}
                </span>
                {isDone ? null : <span className={cx('of')}>{t(text)}</span>}
              </span>
              {isDone ? null : (
                <Link
                  to={to}
                  className={getButtonClass(step === next ? 'primary' : 'secondary', 'compact')}
                  aria-label={t('home.setupGoTo', { step: t(title) })}
                >
                  {t('home.setupGo')}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
