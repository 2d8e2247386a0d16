import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';

const FINDING = 'finding';

/** The finding that `?finding=` opens over a page, and how to open another one, or none. */
export function useFindingInAddress() {
  const { search } = useLocation();
  const navigate = useNavigate();
  function show(id: string | null) {
    const params = new URLSearchParams(search);
    if (id === null) params.delete(FINDING);
    else params.set(FINDING, id);
    navigate({ search: params.toString() }, { replace: true });
  }
  return { shown: new URLSearchParams(search).get(FINDING), show };
}
