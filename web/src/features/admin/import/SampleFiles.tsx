import { endpoints } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Import.module.css';
import { useFileDownload } from './use-file-download.ts';

const cx = classNames(styles);
const FORMATS = { csv: 'imports.sampleCsv', xlsx: 'imports.sampleXlsx' } as const;

export function SampleFiles() {
  const { t } = useText();
  const sample = useFileDownload(endpoints.imports.sampleFile);
  const wanted = sample.variables?.extension;
  return (
    <aside className={cx('sample')} aria-label={t('imports.sampleTitle')}>
      <h3 className={cx('subheading')}>{t('imports.sampleTitle')}</h3>
      <p className={cx('muted')}>{t('imports.sampleText')}</p>
      <div className={cx('actions')}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            size="compact"
            icon="download"
            loading={sample.isPending && wanted === format}
            onClick={() =>
              sample.mutate({
                input: { query: { format } },
                name: 'learners-sample',
                extension: format,
              })
            }
          >
            {t(FORMATS[format])}
          </Button>
        ))}
      </div>
    </aside>
  );
}
