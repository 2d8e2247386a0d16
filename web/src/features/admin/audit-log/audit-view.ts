import { auditActions, type CallInput, type endpoints } from '@prahari/contract';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

type AuditQuery = NonNullable<CallInput<typeof endpoints.users.auditLog>['query']>;

/** Which views of the audit log there are; its order is fixed, the newest first. */
export const auditView: ViewDefinition = {
  filters: { action: 'select', at: 'daterange' },
  sortKeys: [],
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for what the call takes as a user's id. */
export function isUserId(text: string | null): text is string {
  return text !== null && UUID.test(text);
}

/** The call's query for a view, and for one user where `subjectId` names one. */
export function auditQuery(view: TableView, subjectId: string | null): AuditQuery {
  const { action: actionFilter, at } = view.filters;
  const action = auditActions.find((known) => known === actionFilter?.value);
  const days = at?.kind === 'daterange' ? at.value : { from: null, to: null };
  return {
    page: view.page,
    limit: view.pageSize,
    ...(view.search === '' ? {} : { search: view.search }),
    ...(action ? { action } : {}),
    ...(isUserId(subjectId) ? { subjectId } : {}),
    ...(days.from === null ? {} : { from: startOf(days.from).toISOString() }),
    ...(days.to === null ? {} : { to: endOf(days.to).toISOString() }),
  };
}

/** A day's first and last moment in the viewer's zone. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

function endOf(day: string): Date {
  return new Date(`${day}T23:59:59.999`);
}
