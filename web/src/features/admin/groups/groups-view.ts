import type { ViewDefinition } from '../../../shared/table/view-address.ts';

/** The server lists groups by name; there is nothing else to choose. */
export const groupsView: ViewDefinition = { filters: {}, sortKeys: [] };
