import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { useText } from '../i18n/use-text.ts';
import { Link } from '../routing/Link.tsx';
import styles from './Tile.module.css';

const cx = classNames(styles);

export interface TileProps {
  readonly icon?: IconName;
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
  /** What is wrong with the number, in words. */
  readonly alarm?: string | null;
  /** Which target the number meets, in words. */
  readonly goal?: string | null;
  /** How bad the number is, if it is. */
  readonly tone?: 'warning' | 'danger' | null;
  /** Where what it counts is. */
  readonly to?: string;
  /** How it is defined: of tiles that lead nowhere, which have room for a button. */
  readonly about?: string;
}

/** One number. One that leads nowhere stands in a list of terms, in `Tiles`. */
export function Tile({ icon, name, value, note, alarm, goal, tone, to, about }: TileProps) {
  const isTerm = to === undefined;
  const Name = isTerm ? 'dt' : 'span';
  const Detail = isTerm ? 'dd' : 'span';
  const isTold = typeof alarm === 'string';
  const inside = (
    <>
      <Name className={cx('name')}>
        {icon ? <Icon name={icon} size={16} /> : null}
        {name}
        {isTerm && about !== undefined ? <AboutButton name={name} text={about} /> : null}
      </Name>
      <Detail className={cx('value', tone ?? (isTold && 'warning'))}>{value}</Detail>
      {isTold ? (
        <Detail className={cx('alarm', tone ?? 'warning')}>
          <Icon name="warning" size={14} />
          {alarm}
        </Detail>
      ) : null}
      {typeof goal === 'string' ? (
        <Detail className={cx('goal')}>
          <Icon name="check" size={14} />
          {goal}
        </Detail>
      ) : null}
      {note === undefined || note === null ? null : <Detail className={cx('note')}>{note}</Detail>}
    </>
  );
  return isTerm ? (
    <div className={cx('tile', isTold && !tone && 'told')}>{inside}</div>
  ) : (
    <Link to={to} className={cx('tile', 'link')}>
      {inside}
    </Link>
  );
}

function AboutButton({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useText();
  return (
    <span className={cx('about')}>
      <Tooltip text={text}>
        <IconButton compact icon="info" label={t('tile.about', { name })} />
      </Tooltip>
    </span>
  );
}

interface TilesProps {
  /** How many stand in a row of a wide window. */
  readonly inRow?: 'four' | 'five';
  /** Those of a card have no frames of their own. */
  readonly isWithinCard?: boolean;
  readonly children: ReactNode;
}

/** Tiles as a list of terms, in rows of one length. */
export function Tiles({ inRow = 'four', isWithinCard = false, children }: TilesProps) {
  return (
    <dl className={cx(isWithinCard ? 'within' : 'tiles', !isWithinCard && inRow)}>{children}</dl>
  );
}
