import { kinds } from '../../../../src/account-holders/kinds.ts'
import type { Meaning, NaiveList, NaiveRow } from './lists.ts'
import { anyId, anyText, idOf, many, rowsIn } from './meanings.ts'
import { reachesDealer, seesContract, seesHolder } from './scope.ts'
import type { Raw, World } from './world.ts'

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

/** A text of one of the customer's contracts that the caller sees. */
const ofContract = (column: 'vin' | 'number'): Meaning => {
  const contracts = ({ h }: NaiveRow, world: World) =>
    rowsIn(world, 'contract', (contract) => contract.customer_id === h?.id && contract[column] !== null)
  return {
    values: (row, world) => contracts(row, world).map((contract) => contract[column]),
    matches: (row, value, { world, caller, same }) =>
      contracts(row, world).some(
        (contract) => seesContract(world, caller, contract) && same(contract[column], value),
      ),
  }
}

/** The dealers that a facility is linked to. */
const dealersOf = ({ h }: NaiveRow, world: World) =>
  rowsIn(world, 'repair_facility_dealer', (link) => link.repair_facility_id === h?.id).map(
    ({ dealer_id }) => dealer_id,
  )

const digits = (text: unknown) => String(text ?? '').replaceAll(/\D/g, '')

const ofKinds: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  Agent: {
    licenseState: {
      values: ({ k }) => many<Raw>(k, 'license_numbers').map(({ state }) => state),
      matches: ({ k }, value) =>
        many<Raw>(k, 'license_numbers').some(({ state }) => state === String(value).toUpperCase()),
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
    dealerId: {
      values: (row, world) => dealersOf(row, world),
      matches: (row, value, { world, caller }) =>
        dealersOf(row, world).some((id) => id === value && reachesDealer(world, caller, id)),
    },
  },
}

/** The rows of the rate book about a dealer or its group. */
const visibilitiesOf = ({ k }: NaiveRow, world: World) =>
  rowsIn(
    world,
    'dealer_rate_visibility',
    (v) => v.dealer_id === k?.id || (v.dealer_group_id !== null && v.dealer_group_id === k?.dealer_group_id),
  )

/** Any value that such a row has. Whether it matches is decided for all filters together. */
const ofVisibility = (column: string): Meaning => ({
  values: (row, world) => visibilitiesOf(row, world).flatMap((v) => (v[column] === null ? [] : [v[column]])),
  matches: () => true,
})

const rateVisibilities = holders('Dealer', 'dealer', {
  shown: { in: ({ dealerId }) => String(dealerId), of: ({ h }) => String(h?.id) },
  narrows: (row, { productId, programId, isVisible, effectiveOn }, { world }) =>
    visibilitiesOf(row, world).some(
      (v) =>
        (productId === undefined || v.product_id === productId) &&
        (programId === undefined || v.program_id === programId) &&
        (isVisible === undefined || v.is_visible === isVisible) &&
        (effectiveOn === undefined ||
          (String(v.effective_from) <= String(effectiveOn) &&
            String(v.effective_to ?? '9999-12-31') >= String(effectiveOn))),
    ),
  where: {
    productId: ofVisibility('product_id'),
    programId: ofVisibility('program_id'),
    isVisible: ofVisibility('is_visible'),
    effectiveOn: ofVisibility('effective_from'),
  },
})

const lienHolders = holders('LienHolder', 'lien_holder', {
  where: {
    alias: {
      values: ({ k }) => many(k, 'aliases'),
      matches: ({ k }, value, { same }) => many(k, 'aliases').some((alias) => same(alias, value)),
    },
  },
})

const customers = holders('Customer', 'customer', {
  where: {
    phone: {
      values: ({ h, k }) => [h?.phone, k?.mobile].filter((text) => text !== null),
      matches: ({ h, k }, value) =>
        digits(value) !== '' && [digits(h?.phone), digits(k?.mobile)].includes(digits(value)),
    },
    vin: ofContract('vin'),
    contractNumber: ofContract('number'),
  },
})

/** Those that a repair facility is linked to. */
const facilityLinks = (table: string, column: string): NaiveList => ({
  named: (world) => [...new Set(world.all(table).map((link) => Number(link.repair_facility_id)))].slice(-12),
  rows(world, caller, named) {
    const facility = world.find('account_holder', Number(named))
    if (!facility || !seesHolder(world, caller, facility)) return undefined
    return rowsIn(world, table, (link) => link.repair_facility_id === facility.id)
      .map((link) => ({ h: world.one('account_holder', link[column]) }))
      .filter(({ h }) => seesHolder(world, caller, h))
  },
  id: idOf('h'),
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
        String(h?.effective_date) <= String(value) &&
        String(h?.expiration_date ?? '9999-12-31') >= String(value),
    },
  },
  otherwise: { types: ({ h }) => h?.type !== 'Customer' },
}

const customFields = (type: string): NaiveList => ({
  ...customFieldList,
  named: (world) =>
    rowsIn(world, 'account_holder', (h) => h.type === type)
      .slice(-12)
      .map(({ id }) => Number(id)),
  rows(world, caller, named) {
    const owner = world.find('account_holder', Number(named))
    if (owner?.type !== type || !seesHolder(world, caller, owner)) return undefined
    return customFieldRows(world, type, owner.id)
  },
})

/** All custom fields of a record, set or not. */
export function customFieldRows(world: World, type: string, ownerId: unknown): NaiveRow[] {
  const values = rowsIn(world, 'custom_field_value', (v) => v.owner_type === type && v.owner_id === ownerId)
  return rowsIn(world, 'custom_field', (f) => f.applies_to === type && f.product_id === null).map((f) => ({
    f,
    v: values.find((v) => v.custom_field_id === f.id) ?? {},
  }))
}

export const customFieldList: Omit<NaiveList, 'rows'> = {
  id: idOf('f'),
  shown: { in: ({ fieldId }) => String(fieldId), of: ({ f }) => String(f?.id) },
  columns: { '(v.value is not null)': ({ v }) => v !== undefined && 'value' in v },
}

/** By the paths that the lists are declared with. */
export const holderLists: Readonly<Record<string, NaiveList>> = {
  '/accountholders': everyHolder,
  '/customers': customers,
  '/dealers/ratevisibilities': rateVisibilities,
  ...Object.fromEntries(
    kinds.flatMap(({ path, type, table, idName, hasCustomFields }) => [
      [path, holders(type, table, { where: ofKinds[type] ?? {} })],
      ...(hasCustomFields ? [[`${path}/{${idName}}/customfields`, customFields(type)]] : []),
    ]),
  ),
  '/v2/lienHolders': lienHolders,
  '/repairfacilities/{repairFacilityId}/dealers': facilityLinks('repair_facility_dealer', 'dealer_id'),
  '/repairfacilities/{repairFacilityId}/dealergroups': facilityLinks(
    'repair_facility_dealer_group',
    'dealer_group_id',
  ),
}
