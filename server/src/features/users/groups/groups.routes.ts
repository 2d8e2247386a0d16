import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { describeActor } from '../actor.adapter.ts';
import type { UsersDeps } from '../users.deps.ts';
import { countGroupActivation, issueGroupCodes } from './group-codes.usecases.ts';
import { groupColumns } from './group-columns.rules.ts';
import {
  changeGroupMembers,
  createGroup,
  deleteGroup,
  listGroupMembers,
  listGroups,
  listGroupsForExport,
  listUserGroups,
  renameGroup,
} from './groups.usecases.ts';
import { changeGroupsOfUser } from './membership.usecases.ts';

export function bindGroupRoutes(bind: Bind, deps: UsersDeps): void {
  const { groups } = endpoints;
  bind(groups.list, (call) => listGroups(deps, describeActor(call), call.query));
  bind(endpoints.listExports.groups, (call) =>
    deps.exportList(call, {
      name: 'user-groups',
      action: 'user-group.export',
      columns: groupColumns,
      read: (caller, part) => listGroupsForExport(deps, caller, call.query, part),
    }),
  );
  bind(endpoints.learners.groups, (call) =>
    listUserGroups(deps, describeActor(call), call.params.id, call.query),
  );
  bind(endpoints.learners.changeGroups, (call) =>
    changeGroupsOfUser(deps, describeActor(call), call.params.id, call.body),
  );
  bind(groups.create, (call) => createGroup(deps, describeActor(call), call.body.name));
  bind(groups.rename, (call) =>
    renameGroup(deps, describeActor(call), call.params.id, call.body.name),
  );
  bind(groups.remove, (call) => deleteGroup(deps, describeActor(call), call.params.id));
  bind(groups.members, (call) =>
    listGroupMembers(deps, describeActor(call), call.params.id, call.query),
  );
  bind(groups.changeMembers, (call) =>
    changeGroupMembers(deps, describeActor(call), call.params.id, call.body),
  );
  bind(groups.activation, (call) =>
    countGroupActivation(deps, describeActor(call), call.params.id),
  );
  bind(groups.issueCodes, (call) =>
    issueGroupCodes(deps, describeActor(call), call.params.id, call.body.replace),
  );
}
