import { DeviceId } from '../../shared/device/DeviceId.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Card } from '../../ui/Card.tsx';

export function DeviceCard() {
  const { t } = useText();
  return (
    <Card title={t('profile.device')} description={t('profile.deviceText')}>
      <DeviceId />
    </Card>
  );
}
