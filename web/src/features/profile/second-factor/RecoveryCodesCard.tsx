import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { RenewDialog } from './ChangeDialogs.tsx';
import styles from './SecondFactor.module.css';

const cx = classNames(styles);
/** From here on new codes are advised. */
const FEW_CODES = 3;

export interface RecoveryCodesCardProps {
  readonly left: number;
  readonly hasApp: boolean;
}

/**
 * Shows the codes for users who lost the phone or the key: the same for every kind of second
 * factor.
 */
export function RecoveryCodesCard({ left, hasApp }: RecoveryCodesCardProps) {
  const { t } = useText();
  const [isRenewing, setIsRenewing] = useState(false);
  return (
    <Card title={t('secondFactor.codesCardTitle')} description={t('secondFactor.codesCardText')}>
      <p>{t('secondFactor.codesLeft', { left })}</p>
      {left <= FEW_CODES ? <p>{t('secondFactor.fewCodesLeft')}</p> : null}
      <div className={cx('actions')}>
        <Button icon="refresh" onClick={() => setIsRenewing(true)}>
          {t('secondFactor.newCodes')}
        </Button>
      </div>
      {isRenewing ? <RenewDialog hasApp={hasApp} onClose={() => setIsRenewing(false)} /> : null}
    </Card>
  );
}
