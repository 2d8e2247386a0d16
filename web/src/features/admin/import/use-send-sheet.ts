import { type ColumnMapping, endpoints, type ImportJob } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { UploadCancelled, uploadForm } from '../../../shared/api/upload.ts';

export interface Sheet {
  readonly file: File;
  /** Null lets the server find them by the headers. */
  readonly columns: ColumnMapping | null;
}

/** Sends a spreadsheet to be checked. Leaving the page stops it. */
export function useSendSheet(onTaken: (job: ImportJob) => void) {
  const api = useApi();
  const aborter = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  useEffect(() => () => aborter.current?.abort(), []);

  const send = useMutation({
    mutationFn: (sheet: Sheet) => {
      const running = new AbortController();
      aborter.current = running;
      setShare(0);
      const query = { validateOnly: 'true', skipDuplicates: 'false' } as const;
      return uploadForm(
        api,
        endpoints.imports.kendraData,
        { query, form: buildForm(sheet) },
        {
          signal: running.signal,
          onProgress: (sentBytes, totalBytes) =>
            setShare(totalBytes > 0 ? sentBytes / totalBytes : 0),
        },
      );
    },
    onSettled: () => {
      aborter.current = null;
    },
  });
  const isStopped = send.error instanceof UploadCancelled;
  return {
    start: (sheet: Sheet) => send.mutate(sheet, { onSuccess: onTaken }),
    stop: () => aborter.current?.abort(),
    running: send.isPending,
    share,
    stopped: isStopped,
    error: isStopped ? null : send.error,
  };
}

/** The server must know the columns before the file begins. */
function buildForm({ file, columns }: Sheet): FormData {
  const form = new FormData();
  if (columns) form.append('columns', JSON.stringify(columns));
  form.append('file', file, file.name);
  return form;
}
