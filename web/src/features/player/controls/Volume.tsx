import { Volume2, VolumeX } from 'lucide-react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ControlButton } from './ControlButton.tsx';
import styles from './Controls.module.css';
import { Slider } from './Slider.tsx';
import type { MediaSnapshot } from './use-media.ts';

const cx = classNames(styles);

interface VolumeProps {
  readonly media: Pick<MediaSnapshot, 'muted' | 'volume'>;
  readonly onChange: (volume: number) => void;
  readonly onToggle: () => void;
}

export function Volume({ media, onChange, onToggle }: VolumeProps) {
  const { t } = useText();
  const format = useFormat();
  const volume = media.muted ? 0 : media.volume;
  return (
    <span className={cx('volume')}>
      <ControlButton
        Glyph={media.muted ? VolumeX : Volume2}
        label={media.muted ? t('player.unmute') : t('player.mute')}
        shortcuts="M"
        onClick={onToggle}
      />
      <span className={cx('volumeSlider')}>
        <Slider
          label={t('player.volume')}
          valueText={format.percent(volume)}
          value={volume}
          max={1}
          step={0.05}
          onChange={onChange}
        />
      </span>
    </span>
  );
}
