import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './KeyHelp.module.css';

const cx = classNames(styles);

/** Any of these; as they are printed on keyboards everywhere. */
const groups = [
  {
    title: 'lesson.keysPlay',
    rows: [
      { text: 'lesson.keyPlay', keys: ['Space', 'K'] },
      { text: 'player.back10', keys: ['←', 'J'] },
      { text: 'player.forward10', keys: ['→', 'L'] },
      { text: 'lesson.keyTenths', keys: ['0–9'] },
      { text: 'lesson.keyBeginning', keys: ['Home'] },
      { text: 'lesson.keyEnd', keys: ['End'] },
      { text: 'lesson.keySlower', keys: ['<'] },
      { text: 'lesson.keyFaster', keys: ['>'] },
    ],
  },
  {
    title: 'lesson.keysSound',
    rows: [
      { text: 'lesson.keyLouder', keys: ['↑'] },
      { text: 'lesson.keyQuieter', keys: ['↓'] },
      { text: 'lesson.keyMute', keys: ['M'] },
      { text: 'lesson.keyCaptions', keys: ['C'] },
    ],
  },
  {
    title: 'lesson.keysMore',
    rows: [
      { text: 'player.addNote', keys: ['N'] },
      { text: 'lesson.keyFullscreen', keys: ['F11'] },
      { text: 'player.exitFullscreen', keys: ['Esc'] },
      { text: 'lesson.keysTitle', keys: ['?'] },
    ],
  },
] as const;

export interface KeyHelpProps {
  /** The layer over the picture in fullscreen, below its marks. */
  readonly container: HTMLElement;
  readonly onClose: () => void;
}

/** All keys that steer a video. */
export function KeyHelp({ container, onClose }: KeyHelpProps) {
  const { t } = useText();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('lesson.keysTitle')}
      closeLabel={t('common.close')}
      width="wide"
      container={container}
    >
      <div className={cx('groups')}>
        {groups.map(({ title, rows }) => (
          <section key={title} className={cx('group')}>
            <h3 className={cx('title')}>{t(title)}</h3>
            <dl>
              {rows.map(({ text, keys }) => (
                <div key={text} className={cx('row')}>
                  <dt>{t(text)}</dt>
                  <dd className={cx('keys')}>
                    {keys.map((key) => (
                      <kbd key={key} className={cx('key')}>
                        {key === 'Space' ? t('lesson.keySpace') : key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
