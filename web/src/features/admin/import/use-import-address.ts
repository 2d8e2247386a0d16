import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';

const JOB = 'job';
const STEP = 'step';
const COLUMNS = 'columns';

export interface ImportAddress {
  /** Null before there is one. */
  readonly jobId: string | null;
  /** Whether the columns of the job are to be looked at. */
  readonly wantsColumns: boolean;
}

/** Keeps what the page is about in its address: it is found again after a reload or another page. */
export function useImportAddress() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const address: ImportAddress = {
    jobId: params.get(JOB),
    wantsColumns: params.get(STEP) === COLUMNS,
  };
  return [address, (next: ImportAddress) => navigate({ search: importSearch(next) })] as const;
}

export function importSearch({ jobId, wantsColumns }: ImportAddress): string {
  const params = new URLSearchParams();
  if (jobId !== null) params.set(JOB, jobId);
  if (wantsColumns) params.set(STEP, COLUMNS);
  return params.toString();
}
