import type { ConfigSection } from '@prahari/contract';
import { useEffect, useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './System.module.css';
import { nameSection } from './section-name.ts';

const cx = classNames(styles);
/** What begins above this is being read, in CSS pixels from the upper edge of the window. */
const READING_LINE = 160;

/** The way to each section of a long page, with the one that is being read. */
export function SectionIndex({ names }: { readonly names: readonly ConfigSection[] }) {
  const { t } = useText();
  const present = useSectionInSight(names);
  return (
    <nav className={cx('index')} aria-label={t('systemConfig.sections')}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={cx('jump')}
          aria-current={name === present ? 'true' : undefined}
          onClick={() => {
            const section = document.getElementById(nameSection(name));
            section?.scrollIntoView({ behavior: 'smooth', block: 'start' });
            section?.focus({ preventScroll: true });
          }}
        >
          {t(`systemConfig.${name}`)}
        </button>
      ))}
    </nav>
  );
}

/** The last section that begins above the reading line; at the end of the page, the last of all. */
function useSectionInSight(names: readonly ConfigSection[]): ConfigSection | undefined {
  const [present, setPresent] = useState(names[0]);
  useEffect(() => {
    const find = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
      const begun = names.filter((name) => {
        const section = document.getElementById(nameSection(name));
        return section !== null && section.getBoundingClientRect().top <= READING_LINE;
      });
      setPresent((isAtEnd ? names : begun).at(-1) ?? names[0]);
    };
    find();
    addEventListener('scroll', find, { passive: true });
    return () => removeEventListener('scroll', find);
  }, [names]);
  return present;
}
