import { auditActions, type CallInput, type endpoints } from '@prahari/contract';
import { findDayBounds } from '../../../shared/table/day-bounds.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

type AuditQuery = NonNullable<CallInput<typeof endpoints.users.auditLog>['query']>;

/** The choice by which the tests of security audits are shown. */
export const SHOWN = 'true';

/** The views of the audit log; its order is fixed, newest first. */
export const auditView: ViewDefinition = {
  filters: { action: 'select', at: 'daterange', tests: 'select' },
  sortKeys: [],
};

/** Whether a view shows what throwaway accounts did, with which a security audit tests the server. */
function showsTests({ filters }: TableView): boolean {
  return filters['tests']?.value === SHOWN;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for what the call takes as a user's id. */
export function isUserId(text: string | null): text is string {
  return text !== null && UUID.test(text);
}

/** The call's query for a view, and for one user where `subjectId` names one. */
export function buildAuditQuery(view: TableView, subjectId: string | null): AuditQuery {
  const { action: actionFilter, at } = view.filters;
  const action = auditActions.find((known) => known === actionFilter?.value);
  return {
    page: view.page,
    limit: view.pageSize,
    ...(view.search === '' ? {} : { search: view.search }),
    ...(action ? { action } : {}),
    ...(showsTests(view) ? {} : { throwaway: 'false' as const }),
    ...(isUserId(subjectId) ? { subjectId } : {}),
    ...findDayBounds(at),
  };
}
