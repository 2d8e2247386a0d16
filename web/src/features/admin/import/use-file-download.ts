import type { CallInput, Endpoint, FileData } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/api-context.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { exportFileName } from '../../../shared/export/file-name.ts';
import { saveFile } from '../../../shared/export/save-file.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { notify } from '../../../ui/notify.ts';
import { useImportErrorText } from './use-import-error-text.ts';

/** Fetches a file of the import's calls and hands it to the browser's downloads. */
export function useFileDownload<E extends Endpoint & { readonly data: FileData }>(endpoint: E) {
  const api = useApi();
  const { t } = useText();
  const errorText = useImportErrorText();
  return useMutation({
    mutationFn: async (asked: {
      readonly input: CallInput<E>;
      readonly name: string;
      readonly extension: string;
    }) => {
      const content = await downloadFile(api, endpoint, asked.input);
      saveFile(content, exportFileName(asked.name, asked.extension, new Date()));
    },
    onError: (error) => {
      const { text, reference } = errorText(error);
      notify.error(`${t('imports.downloadError')}: ${text}`, { description: reference });
    },
  });
}
