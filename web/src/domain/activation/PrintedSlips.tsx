import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import print from '../../shared/export/Print.module.css';
import { beginSheet } from '../../shared/export/print.ts';
import { formatPhone } from '../../shared/format/phone.ts';
import { sayIn } from '../../shared/i18n/i18n.ts';
import { LANGUAGES } from '../../shared/i18n/language.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { activationAddress, formatActivationLink } from './activation-link.ts';
import styles from './PrintedSlips.module.css';
import { describeSteps, type Slip } from './slip-texts.ts';
import { useSlipTexts } from './use-slip-texts.ts';

const cx = classNames(styles);

export interface PrintedSlipsProps {
  readonly slips: readonly Slip[];
  /** The print dialog was closed; browsers don't tell whether it printed. */
  readonly onDone: () => void;
}

/** Sheets of slips that only the printer sees, and the browser's print dialog over them. */
export function PrintedSlips({ slips, onDone }: PrintedSlipsProps) {
  const isThere = useSlipTexts();
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (!isThere) return;
    let gone = false;
    const end = beginSheet();
    void fetchFonts().then(() => {
      if (gone) return;
      window.print();
      finish();
    });
    return () => {
      gone = true;
      end();
    };
  }, [isThere]);
  if (!isThere) return null;
  return createPortal(
    <div className={`${print['sheet']} ${cx('sheets')}`} data-testid="slips">
      {splitIntoPages(slips).map((page) => (
        <div key={page[0]?.code} className={cx('page')}>
          {page.map((slip) => (
            <PrintedSlip key={slip.code} slip={slip} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}

/** As many as a sheet of A4 holds, so that none lies on two. */
const SLIPS_A_PAGE = 8;

function splitIntoPages(slips: readonly Slip[]): Slip[][] {
  const pages: Slip[][] = [];
  for (let from = 0; from < slips.length; from += SLIPS_A_PAGE) {
    pages.push(slips.slice(from, from + SLIPS_A_PAGE));
  }
  return pages;
}

function PrintedSlip({ slip }: { readonly slip: Slip }) {
  const { t } = useText();
  const { origin } = window.location;
  const address = activationAddress(origin);
  return (
    <article className={cx('slip')}>
      <div className={cx('head')}>
        <div className={cx('facts')}>
          <p className={cx('product')}>{titles()}</p>
          <p className={cx('name')}>{slip.name}</p>
          <p className={cx('label')}>{labelOf('slip.phone')}</p>
          <p className={cx('value')}>{formatPhone(slip.contactNumber)}</p>
          <p className={cx('label')}>{labelOf('slip.code')}</p>
          <p className={cx('code')}>{slip.code}</p>
        </div>
        <div className={cx('qr')}>
          <QrCode text={formatActivationLink(origin, slip)} label={t('users.qrLabel')} />
        </div>
      </div>
      {LANGUAGES.map(({ code: language }) => (
        <p key={language} lang={language} className={cx('text')}>
          {describeSteps(language, slip, address)} {sayIn(language)('slip.where')}
        </p>
      ))}
    </article>
  );
}

/** In all languages, once where two say the same. */
function labelOf(key: 'slip.phone' | 'slip.code'): string {
  return [...new Set(LANGUAGES.map(({ code }) => sayIn(code)(key)))].join(' · ');
}

/** What it is for, in all languages. */
function titles(): string {
  return [...new Set(LANGUAGES.map(({ code }) => sayIn(code)('slip.title')))].join(' · ');
}

/** Hidden elements load no fonts, and print dialogs don't wait for them. */
async function fetchFonts(): Promise<void> {
  const { fontFamily } = getComputedStyle(document.body);
  const words = LANGUAGES.map(({ code }) => sayIn(code)('slip.steps', { address: '', until: '' }));
  await document.fonts?.load(`10pt ${fontFamily}`, words.join(' ')).catch(() => undefined);
}
