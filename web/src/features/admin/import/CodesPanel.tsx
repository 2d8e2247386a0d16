import { endpoints, type ImportJob } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PrintedSlips } from '../../../domain/activation/PrintedSlips.tsx';
import type { Slip } from '../../../domain/activation/slip-texts.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { FailedAct } from './FailedAct.tsx';
import styles from './Import.module.css';
import { readSlips } from './slips-of-codes.ts';
import { useFileDownload } from './use-file-download.ts';
import { useImportErrorText } from './use-import-error-text.ts';
import { useRemoveCodes } from './use-import-jobs.ts';

const cx = classNames(styles);

/** Shows how the new learners receive their activation codes. */
export function CodesPanel({ job }: { readonly job: ImportJob }) {
  const { t } = useText();
  const format = useFormat();
  const { codes } = job;
  if (codes === null) return null;
  const waits = areCodesWaiting(job);
  return (
    <section className={cx('codes')} aria-label={t('imports.codesTitle')}>
      <h3 className={cx('subheading')}>{t('imports.codesTitle')}</h3>
      {codes.delivery === 'sms' ? (
        <p>{t('imports.codesSms')}</p>
      ) : waits && codes.until !== null ? (
        <p>
          {t('imports.codesFile', {
            count: codes.count,
            until: format.dateTime(new Date(codes.until)),
          })}
        </p>
      ) : (
        <p>{t('imports.codesNone')}</p>
      )}
      <OtherCodes job={job} />
      {waits ? <CodesFile id={job.id} /> : null}
    </section>
  );
}

/** Says why there are fewer codes than new learners, who would look for theirs in the file. */
function OtherCodes({ job: { codes, rows } }: { readonly job: ImportJob }) {
  const { t } = useText();
  if (codes?.delivery !== 'file' || codes.count === 0 || codes.count >= rows.created) return null;
  return (
    <p className={cx('muted')}>
      {t('imports.codesElsewhere', { count: rows.created - codes.count })}
    </p>
  );
}

/** Whether there are codes to take away, which are nowhere else. */
export function areCodesWaiting({ codes }: ImportJob): boolean {
  return codes !== null && codes.delivery === 'file' && codes.count > 0;
}

function CodesFile({ id }: { readonly id: string }) {
  const { t } = useText();
  const [asked, setAsked] = useState(false);
  const download = useFileDownload(endpoints.imports.codes);
  const remove = useRemoveCodes(id);
  const [slips, setSlips] = useState<readonly Slip[] | null>(null);
  const read = useReadSlips(id, setSlips);
  return (
    <>
      <FailedAct error={remove.error} />
      <div className={cx('actions')}>
        <Button
          variant="primary"
          icon="download"
          loading={download.isPending}
          onClick={() =>
            download.mutate({
              input: { params: { id } },
              name: 'activation-codes',
              extension: 'csv',
            })
          }
        >
          {t('imports.codesDownload')}
        </Button>
        <Button
          icon="print"
          loading={read.isPending || slips !== null}
          onClick={() => read.mutate()}
        >
          {t('imports.codesPrint')}
        </Button>
        <Button variant="ghost" icon="delete" onClick={() => setAsked(true)}>
          {t('imports.codesRemove')}
        </Button>
      </div>
      {slips ? <PrintedSlips slips={slips} onDone={() => setSlips(null)} /> : null}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('imports.codesRemoveTitle')}
        description={t('imports.codesRemoveText')}
        confirmLabel={t('imports.codesRemove')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => void notify.success(t('imports.codesRemoved')),
            onSettled: () => setAsked(false),
          })
        }
      />
    </>
  );
}

/** Fetches the codes of an import for printing; the audit log has it as any download of them. */
function useReadSlips(id: string, onRead: (slips: readonly Slip[]) => void) {
  const api = useApi();
  const { t } = useText();
  const errorText = useImportErrorText();
  return useMutation({
    mutationFn: async () => {
      const file = await downloadFile(api, endpoints.imports.codes, { params: { id } });
      return readSlips(await file.text());
    },
    onSuccess: onRead,
    onError: (error) => {
      const { text, reference } = errorText(error);
      notify.error(`${t('imports.downloadError')}: ${text}`, { description: reference });
    },
  });
}
