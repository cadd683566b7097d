import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import {
  GroupDealer,
  PortalGroupAddEditRequest,
  PortalGroupCreateData,
  PortalVisibilityGroup,
} from './portal-group-schemas.ts'
import {
  dealerSearch,
  groupDealerList,
  groupSearch,
  loadPortalGroup,
  lockPortalGroup,
  portalGroupList,
} from './portal-groups.ts'
import { changePortalGroup, createPortalGroup, deletePortalGroup, groupNamed } from './save-portal-groups.ts'

const tag = 'PortalVisibilityGroups'
const byCode = { portalVisibilityGroupCode: z.string().meta({ example: 'PVG-TX' }) }

/** Groups of dealers that portal users can be limited to. */
export const portalGroupRoutes: readonly Route[] = [
  route.list({
    path: '/portalvisibilitygroups',
    tag,
    summary: 'List portal visibility groups',
    permission: 'accountholders:read',
    form: 'array',
    row: PortalVisibilityGroup,
    search: groupSearch,
    list: ({ db, caller }) => portalGroupList(db, caller),
  }),
  route.write({
    method: 'POST',
    path: '/portalvisibilitygroups',
    tag,
    summary: 'Create a portal visibility group',
    permission: 'accountholders:write',
    problems: ['DuplicateNumber', 'UnknownReference', 'AccountInactive'],
    body: PortalGroupCreateData,
    answer: PortalVisibilityGroup,
    status: 201,
    subject: 'portalvisibilitygroups/{id}',
    location: '/portalvisibilitygroups/{id}',
    handler: ({ tx, body, ...acting }) => createPortalGroup(tx, acting, body),
  }),
  route.write({
    method: 'PATCH',
    path: '/portalvisibilitygroups',
    tag,
    summary: 'Change a portal visibility group and its dealers',
    description:
      'The body names the group by `id`, or by `code` without an `id`. With both, `code` is the new code. Adding a dealer that is in the group, or removing one that is not, changes nothing.',
    permission: 'accountholders:write',
    problems: ['NotFound', 'DuplicateNumber', 'UnknownReference', 'AccountInactive'],
    body: PortalGroupAddEditRequest,
    answer: PortalVisibilityGroup,
    subject: 'portalvisibilitygroups/{id}',
    current: ({ tx, caller, body }) => lockPortalGroup(tx, caller, groupNamed(body)),
    handler: ({ tx, body, ...acting }) => changePortalGroup(tx, acting, body),
  }),
  route.read({
    path: '/portalvisibilitygroups/{portalVisibilityGroupId}',
    tag,
    summary: 'Read a portal visibility group',
    permission: 'accountholders:read',
    answer: PortalVisibilityGroup,
    handler: ({ db, caller, params }) => loadPortalGroup(db, caller, { id: params.portalVisibilityGroupId }),
  }),
  route.write({
    method: 'DELETE',
    path: '/portalvisibilitygroups/{portalVisibilityGroupId}',
    tag,
    summary: 'Delete an empty portal visibility group',
    permission: 'accountholders:write',
    problems: ['GroupNotEmpty'],
    subject: 'portalvisibilitygroups/{id}',
    current: ({ tx, caller, params }) => lockPortalGroup(tx, caller, { id: params.portalVisibilityGroupId }),
    model: PortalVisibilityGroup,
    handler: ({ tx, params, ...acting }) => deletePortalGroup(tx, acting, params.portalVisibilityGroupId),
  }),
  route.list({
    path: '/portalvisibilitygroups/{portalVisibilityGroupId}/dealers',
    tag,
    summary: 'List the dealers of a portal visibility group',
    permission: 'accountholders:read',
    form: 'array',
    row: GroupDealer,
    search: dealerSearch,
    list: ({ db, caller, params }) => groupDealerList(db, caller, { id: params.portalVisibilityGroupId }),
  }),
  route.read({
    path: '/portalvisibilitygroups/code/{portalVisibilityGroupCode}',
    tag,
    summary: 'Read a portal visibility group by its code',
    permission: 'accountholders:read',
    params: byCode,
    answer: PortalVisibilityGroup,
    handler: ({ db, caller, params }) =>
      loadPortalGroup(db, caller, { code: params.portalVisibilityGroupCode }),
  }),
  route.list({
    path: '/portalvisibilitygroups/code/{portalVisibilityGroupCode}/dealers',
    tag,
    summary: 'List the dealers of a portal visibility group by its code',
    permission: 'accountholders:read',
    params: byCode,
    form: 'array',
    row: GroupDealer,
    search: dealerSearch,
    list: ({ db, caller, params }) => groupDealerList(db, caller, { code: params.portalVisibilityGroupCode }),
  }),
]
