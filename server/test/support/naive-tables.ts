import { kinds } from '../../src/account-holders/kinds.ts'
import { settings } from '../../src/domain/settings.ts'
import { lists as reasonLists } from '../../src/reference/lists.ts'
import { inUse } from './naive-cancel-methods.ts'
import type { Meaning, NaiveList, NaiveRow } from './naive-lists.ts'
import {
  reachesDealer,
  seesClient,
  seesHolder,
  seesKey,
  seesPortalGroup,
  seesUser,
} from './naive-scope.ts'
import type { Raw, World } from './naive-world.ts'

// Every list of the service with the naive meaning of its rows, and of those of its conditions that are its own.

const idOf = (alias: string) => (row: NaiveRow) => Number(row[alias]?.id)
const rowsIn = (world: World, table: string, has: (row: Raw) => boolean) => world.all(table).filter(has)

/** A text that is one of several, whatever the letter case. */
const anyText = (texts: (row: NaiveRow, world: World) => readonly unknown[]): Meaning => ({
  values: texts,
  matches: (row, value, seen) => texts(row, seen.world).some((text) => seen.same(text, value)),
})

/** An id that is one of several. */
const anyId = (ids: (row: NaiveRow, world: World) => readonly unknown[]): Meaning => ({
  values: ids,
  matches: (row, value, { world }) => ids(row, world).includes(value),
})

const never: Meaning = { values: () => [1], matches: () => false }

// --- Account holders ----------------------------------------------------------------------------------------------

const holders = (type: string, table: string, more: Partial<NaiveList> = {}): NaiveList => ({
  rows: (world, caller) =>
    rowsIn(world, 'account_holder', (h) => h.type === type && seesHolder(world, caller, h)).map((h) => ({
      h,
      k: world.one(table, h.id),
    })),
  id: idOf('h'),
  ...more,
})

const agentsOf = (world: World, dealerId: unknown) =>
  rowsIn(world, 'dealer_agent', ({ dealer_id }) => dealer_id === dealerId).map(({ agent_id }) => agent_id)

const contractsOf = (row: NaiveRow, world: World) =>
  rowsIn(world, 'contract', ({ customer_id }) => customer_id === row.h?.id)

const digits = (text: unknown) => String(text ?? '').replaceAll(/\D/g, '')

const ofKinds: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  Agent: {
    licenseState: {
      values: ({ k }) => (k?.license_numbers as Raw[]).map(({ state }) => state),
      matches: ({ k }, value) =>
        (k?.license_numbers as Raw[]).some(({ state }) => state === String(value).toUpperCase()),
    },
  },
  Dealer: {
    agentId: anyId(({ h }, world) => agentsOf(world, h?.id)),
    portalVisibilityGroupCode: anyText(({ h }, world) =>
      rowsIn(world, 'portal_visibility_group_dealer', ({ dealer_id }) => dealer_id === h?.id).map(
        (member) => world.one('portal_visibility_group', member.portal_visibility_group_id).code,
      ),
    ),
  },
  DealerGroup: {
    agentId: anyId(({ h }, world) =>
      rowsIn(world, 'dealer', ({ dealer_group_id }) => dealer_group_id === h?.id).flatMap(({ id }) =>
        agentsOf(world, id),
      ),
    ),
  },
  RepairFacility: {
    dealerId: anyId(({ h }, world) =>
      rowsIn(world, 'repair_facility_dealer', (link) => link.repair_facility_id === h?.id).map(
        ({ dealer_id }) => dealer_id,
      ),
    ),
  },
}

const lienHolders = holders('LienHolder', 'lien_holder', {
  where: { alias: anyText(({ k }) => k?.aliases as string[]) },
})

const customers = holders('Customer', 'customer', {
  where: {
    phone: {
      values: ({ h, k }) => [h?.phone, k?.mobile].filter((text) => text !== null),
      matches: ({ h, k }, value) =>
        digits(value) !== '' && [digits(h?.phone), digits(k?.mobile)].includes(digits(value)),
    },
    vin: anyText((row, world) => contractsOf(row, world).flatMap(({ vin }) => (vin === null ? [] : [vin]))),
    contractNumber: anyText((row, world) => contractsOf(row, world).map(({ number }) => number)),
  },
})

const everyHolder: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'account_holder', (h) => seesHolder(world, caller, h)).map((h) => ({ h })),
  id: idOf('h'),
  columns: { 'h.tax_id_hash': ({ h }, world) => (h?.tax_id === null ? null : world.open(h?.tax_id)) },
  where: {
    effectiveOn: {
      values: ({ h }) => [h?.effective_date, h?.expiration_date ?? '2024-03-15'],
      matches: ({ h }, value) =>
        String(h?.effective_date) <= String(value) && String(h?.expiration_date ?? '9999-12-31') >= String(value),
    },
  },
  otherwise: { types: ({ h }) => h?.type !== 'Customer' },
}

// --- Custom fields ------------------------------------------------------------------------------------------------

const customFields = (type: string): NaiveList => ({
  named: (world) =>
    rowsIn(world, 'account_holder', (h) => h.type === type)
      .slice(-12)
      .map(({ id }) => Number(id)),
  rows(world, caller, named) {
    const owner = world.find('account_holder', Number(named))
    if (owner?.type !== type || !seesHolder(world, caller, owner)) return undefined
    const values = rowsIn(world, 'custom_field_value', (v) => v.owner_type === type && v.owner_id === owner.id)
    return rowsIn(world, 'custom_field', (f) => f.applies_to === type && f.product_id === null).map((f) => ({
      f,
      v: values.find((v) => v.custom_field_id === f.id) ?? {},
    }))
  },
  id: idOf('f'),
  shown: { in: ({ fieldId }) => String(fieldId), of: ({ f }) => String(f?.id) },
  columns: { '(v.value is not null)': ({ v }) => v !== undefined && 'value' in v },
})

// --- Reference lists ----------------------------------------------------------------------------------------------

const fitsType = (v: Raw | undefined, value: unknown) => {
  const codes = v?.product_type_codes as string[]
  return codes.length === 0 || codes.includes(String(value).toUpperCase())
}

const productTypeCode: Meaning = {
  values: ({ v }) => [...(v?.product_type_codes as string[]), 'VSC'],
  matches: ({ v }, value) => fitsType(v, value),
}

const values = (list: string, where: NaiveList['where'] = { productTypeCode }): NaiveList => ({
  rows: (world) => rowsIn(world, 'reference_value', (v) => v.list === list).map((v) => ({ v })),
  id: idOf('v'),
  where,
})

const detail = (row: Raw | undefined, name: string) => (row?.details as Raw)[name] ?? null

const complaintParts = (list: string): NaiveList => {
  const parents = ({ v }: NaiveRow, world: World) =>
    world.all('complaint_cause_correction').flatMap((k) => [
      ...(k.cause_id === v?.id ? [k.complaint_id] : []),
      ...(k.correction_id === v?.id ? [k.cause_id] : []),
    ])
  return {
    rows: (world) => {
      const [t = {}] = rowsIn(world, 'reference_value', (type) => type.list === 'CCCType' && type.code === list.toUpperCase())
      return rowsIn(world, 'reference_value', (v) => v.list === list).map((v) => ({ v, t }))
    },
    id: idOf('v'),
    columns: {
      "v.details ->> 'categoryCode'": ({ v }) => detail(v, 'categoryCode'),
      'v.code || chr(10) || v.name': ({ v }) => `${v?.code}\n${v?.name}`,
    },
    where: {
      productTypeCode: {
        ...productTypeCode,
        matches: ({ v }, value) =>
          fitsType(v, value) && !(detail(v, 'excludedFor') as string[]).includes(String(value).toUpperCase()),
      },
      parentId: anyId(parents),
    },
  }
}

const combinationKey = (...ids: unknown[]) => ids.join(' ')

const combinations: NaiveList = {
  rows: (world) =>
    world.all('complaint_cause_correction').map((k) => ({
      k,
      complaint: world.one('reference_value', k.complaint_id),
      cause: world.one('reference_value', k.cause_id),
      correction: world.one('reference_value', k.correction_id),
    })),
  id: idOf('k'),
  shown: {
    in: (row) => combinationKey(row.complaintId, row.causeId, row.correctionId),
    of: ({ k }) => combinationKey(k?.complaint_id, k?.cause_id, k?.correction_id),
  },
  columns: { "complaint.details ->> 'categoryCode'": ({ complaint }) => detail(complaint, 'categoryCode') },
  where: {
    productTypeCode: {
      values: ({ k }) => [...(k?.product_type_codes as string[]), ...(k?.excluded_for as string[]), 'VSC'],
      matches: ({ k }, value) =>
        fitsType(k, value) && !(k?.excluded_for as string[]).includes(String(value).toUpperCase()),
    },
  },
}

const requestedBy: Meaning = {
  values: ({ v }) => detail(v, 'requestedBy') as string[],
  matches: ({ v }, value) => (detail(v, 'requestedBy') as unknown[]).includes(value),
}
const cancelReasons = values('CancelReason', { productTypeCode, requestedBy })
const cancelMethods = values('CancelMethod', inUse)

const settingList: NaiveList = {
  rows: () =>
    settings.map(({ id, groupId, key, scope }) => ({ d: { id, group_id: groupId, key, scope } })),
  id: idOf('d'),
  // No setting belongs to one product.
  where: { productId: never },
}

// --- Who may sign in ----------------------------------------------------------------------------------------------

const groupsOf = (world: World, userId: unknown) =>
  rowsIn(world, 'app_user_group', ({ user_id }) => user_id === userId).map((m) => m.membership_group_id)

const rolesOf = (world: World, userId: unknown) => {
  const groups = groupsOf(world, userId)
  return rowsIn(world, 'membership_group_role', (link) => groups.includes(link.membership_group_id)).map(
    ({ membership_role_id: id }) => world.one('membership_role', id),
  )
}

const users: NaiveList = {
  rows: (world, caller) => rowsIn(world, 'app_user', (u) => seesUser(caller, u)).map((u) => ({ u })),
  id: idOf('u'),
  where: {
    membershipGroupId: anyId(({ u }, world) => groupsOf(world, u?.id)),
    role: anyText(({ u }, world) => rolesOf(world, u?.id).map(({ name }) => name)),
  },
}

/** What all users can have (0), or what one has. */
const memberships = (
  alias: string,
  table: string,
  idsOf: (world: World, userId: number) => readonly unknown[],
): NaiveList => ({
  named: (world) => [0, 0, ...world.all('app_user').slice(-10).map(({ id }) => Number(id))],
  rows(world, caller, named) {
    const user = world.find('app_user', Number(named))
    if (named !== '0' && !(user && seesUser(caller, user))) return undefined
    const ids = named === '0' ? undefined : idsOf(world, Number(named))
    return rowsIn(world, table, ({ id }) => ids?.includes(id) ?? true).map((row) => ({ [alias]: row }))
  },
  id: idOf(alias),
})

const portalGroups: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'portal_visibility_group', (g) => seesPortalGroup(world, caller, g)).map((g) => ({ g })),
  id: idOf('g'),
}

/** The dealers of a group that is named by its id, or by its code. */
const groupDealers = (by: 'id' | 'code'): NaiveList => ({
  named: (world) =>
    world
      .all('portal_visibility_group')
      .filter((g) => by === 'id' || /^[^/\\?#]+$/.test(String(g.code)))
      .slice(0, 12)
      .map((g) => (by === 'id' ? Number(g.id) : String(g.code))),
  rows(world, caller, named) {
    const group = world.all('portal_visibility_group').find((g) => String(g[by]) === named)
    if (!group || !seesPortalGroup(world, caller, group)) return undefined
    return rowsIn(
      world,
      'portal_visibility_group_dealer',
      (m) => m.portal_visibility_group_id === group.id && reachesDealer(world, caller, m.dealer_id),
    ).map((m) => ({ m, h: world.one('account_holder', m.dealer_id) }))
  },
  id: idOf('h'),
  shown: { in: ({ dealerId }) => String(dealerId), of: ({ h }) => String(h?.id) },
})

// --- All of them --------------------------------------------------------------------------------------------------

/** By the paths that the lists are declared with. */
export const naiveLists: Readonly<Record<string, NaiveList>> = {
  '/accountholders': everyHolder,
  '/customers': customers,
  '/v2/lienHolders': lienHolders,
  ...Object.fromEntries(
    kinds.flatMap(({ path, type, table, idName, hasCustomFields }) => [
      [path, holders(type, table, { where: ofKinds[type] ?? {} })],
      ...(hasCustomFields ? [[`${path}/{${idName}}/customfields`, customFields(type)]] : []),
    ]),
  ),
  ...Object.fromEntries(reasonLists.map(({ path, list }) => [path, values(list)])),
  '/cancelreasons': cancelReasons,
  '/v2/cancelreasons': cancelReasons,
  '/cancelmethods': cancelMethods,
  '/v2/cancelmethods': cancelMethods,
  '/claims/complaints': complaintParts('Complaint'),
  '/claims/causes': complaintParts('Cause'),
  '/claims/corrections': complaintParts('Correction'),
  '/claims/complaintcausecorrections': combinations,
  '/generalsettings': settingList,
  '/v1/platformadminusers': users,
  '/v2/Users': users,
  '/MembershipGroups/Search/{id}': memberships('g', 'membership_group', groupsOf),
  '/MembershipRoles/Search/{id}': memberships('r', 'membership_role', (world, userId) =>
    rolesOf(world, userId).map(({ id }) => id),
  ),
  '/portalvisibilitygroups': portalGroups,
  '/portalvisibilitygroups/{portalVisibilityGroupId}/dealers': groupDealers('id'),
  '/portalvisibilitygroups/code/{portalVisibilityGroupCode}/dealers': groupDealers('code'),
  '/oauthclients': {
    rows: (world, caller) => rowsIn(world, 'oauth_client', (one) => seesClient(caller, one)).map((one) => ({ '': one })),
    id: idOf(''),
  },
  '/apikeys': {
    rows: (world, caller) => rowsIn(world, 'api_key', (one) => seesKey(caller, one)).map((one) => ({ '': one })),
    id: idOf(''),
  },
}
