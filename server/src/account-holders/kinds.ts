import { z } from 'zod'
import { reachesDealer } from '../access/scope.ts'
import { sql } from '../db/sql.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { CalendarDate, Id, Money, text as someText } from '../http/schemas.ts'
import type { Filters } from '../http/search.ts'
import { dealerAgentsField, requireAmountOrPercent, shareFields } from './dealer-agents.ts'
import {
  choiceField,
  type Field,
  type Fields,
  flagField,
  integerField,
  list,
  moneyField,
  objectField,
  percentField,
  referenceField,
  textField,
  textListField,
} from './fields.ts'
import type { HolderType } from './holder-types.ts'
import { dealerPortalGroups, facilityDealerGroups, facilityDealers, linksField } from './links.ts'
import { ach } from './payment-methods.ts'
import { AddressAnswer, AddressInput } from './people.ts'

// Each kind of account holder as one row: where it is answered, what it has beyond what all have, and what its list
// shows and is searched by. A new kind is a new row, and a migration for the table with its columns.

/** What of an account holder a list can show. */
export type RowColumn = 'id' | 'number' | 'name' | 'status' | 'city' | 'state' | 'phone'

export interface Kind {
  readonly type: HolderType
  readonly path: string
  /** The name of the id in its path. */
  readonly idName: string
  readonly tag: string
  /** What a person calls one of them. */
  readonly noun: string
  /** The table with its own columns, `k` in SQL. */
  readonly table: string
  /**
   * Which of them a limited caller sees: all, none, those among its scopes, those below them as well, or the dealers
   * that it reaches.
   */
  readonly limitedSees: 'all' | 'none' | 'own' | 'below' | 'reached'
  readonly fields: Fields
  /** Filters beyond those of every kind. */
  readonly filters?: Filters
  /** Those that a limited caller asks in other words: it learns nothing of records that it does not see. */
  filtersFor?(caller: Caller): Filters
  /** What a row of its list shows of what all account holders have; absent: what most lists show. */
  readonly row?: readonly RowColumn[]
  /** What a row of its list shows beyond that. */
  readonly listFields?: Fields
  /** The prefix of numbers that are given where none is sent. */
  readonly numberPrefix?: string
  readonly hasCustomFields?: boolean
  /** A person: none of the fields that companies have, and a name that is made from others. */
  displayName?(values: Readonly<Record<string, unknown>>): string
}

const own = { own: true }
const StateCode = z.string().regex(/^[A-Z]{2}$/, 'two capital letters')
const states = (name: string) => textListField(name, StateCode, 60)
const License = z.strictObject({
  state: StateCode,
  number: someText(60),
  expires: CalendarDate.nullable().default(null),
})

const Reference = z.object({ type: z.string(), id: z.int(), number: z.string() })

/** A field of a list's row that only that list has. */
const listed = (name: string, expression: string, answer: z.ZodType): Field => ({
  answer,
  select: { [name]: expression },
  read: (row) => row[name],
})

const referenceTo = (
  type: HolderType,
  id: string,
) => `(select json_build_object('type', '${type}', 'id', r.id,
  'number', r.number) from account_holder r where r.id = ${id})`

/** A split of the dealer's cost is the administrator's to see. */
const hiddenFromLimited = (field: Field): Field => ({
  ...field,
  show: (row, caller, seals) => (isLimited(caller) ? null : field.read(row, seals)),
})

/** Beside themselves, as they are searched: whatever their letter case. */
const withLowerCase = (value: unknown) => ({
  aliases: value,
  aliases_lower: sql`array(select lower(alias) from unnest(${value}::text[]) as alias)`,
})

export const kinds: readonly Kind[] = [
  {
    type: 'Agent',
    path: '/agents',
    idName: 'agentId',
    tag: 'Agents',
    noun: 'agent',
    table: 'agent',
    limitedSees: 'below',
    hasCustomFields: true,
    fields: {
      parentAgentId: referenceField('parent_agent_id', 'Agent', { above: true }),
      licenseNumbers: list('license_numbers', License, own),
      commissionDefaults: list(
        'commission_defaults',
        z
          .strictObject({ programId: Id.nullable().default(null), ...shareFields })
          .superRefine(requireAmountOrPercent),
        own,
      ),
    },
    filters: {
      licenseState: {
        match: 'text where',
        where: `k.license_numbers @> jsonb_build_array(jsonb_build_object('state', upper(?::text)))`,
      },
    },
  },
  {
    type: 'Dealer',
    path: '/dealers',
    idName: 'dealerId',
    tag: 'Dealers',
    noun: 'dealer',
    table: 'dealer',
    limitedSees: 'reached',
    hasCustomFields: true,
    fields: {
      dealerGroupId: referenceField('dealer_group_id', 'DealerGroup'),
      agents: dealerAgentsField,
      franchiseMakes: textListField('franchise_makes', someText(60)),
      dealerType: choiceField(
        'dealer_type',
        ['Franchise', 'Independent', 'RV', 'Marine', 'Retailer'],
        'Independent',
        own,
      ),
      licenseNumber: textField('license_number', 60, own),
      refundPayer: choiceField('refund_payer', ['Administrator', 'Dealer'], 'Administrator', own),
      remitDayOfMonth: integerField('remit_day_of_month', 1, 31),
      requireFundingToFinalize: flagField('require_funding_to_finalize', { own: true, initial: null }),
      reinsuranceAccountId: referenceField('reinsurance_account_id', 'DisbursementAccount'),
      portalVisibilityGroupIds: linksField(dealerPortalGroups),
      repairFacilityId: referenceField('repair_facility_id', 'RepairFacility'),
      laborRate: moneyField('labor_rate'),
    },
    filters: {
      dealerGroupId: { match: 'id', column: 'k.dealer_group_id' },
      agentId: {
        match: 'id where',
        where: 'h.id in (select dealer_id from dealer_agent where agent_id = ?)',
      },
      portalVisibilityGroupCode: {
        match: 'text where',
        where: `h.id in (select m.dealer_id from portal_visibility_group_dealer m
          join portal_visibility_group p on p.id = m.portal_visibility_group_id where lower(p.code) = lower(?))`,
      },
    },
    listFields: {
      dealerGroup: listed(
        'dealer_group',
        referenceTo('DealerGroup', 'k.dealer_group_id'),
        Reference.nullable(),
      ),
      agent: listed(
        'agent',
        referenceTo(
          'Agent',
          `(select a.agent_id from dealer_agent a where a.dealer_id = h.id
            order by a.role, a.position, a.agent_id limit 1)`,
        ),
        Reference.nullable(),
      ),
    },
  },
  {
    type: 'DealerGroup',
    path: '/dealergroups',
    idName: 'dealerGroupId',
    tag: 'DealerGroups',
    noun: 'dealer group',
    table: 'dealer_group',
    limitedSees: 'below',
    hasCustomFields: true,
    fields: {
      parentGroupId: referenceField('parent_group_id', 'DealerGroup', { above: true }),
      participation: hiddenFromLimited(
        objectField(
          'participation',
          { input: z.strictObject(shareFields).superRefine(requireAmountOrPercent) },
          own,
        ),
      ),
    },
    filters: {
      agentId: {
        match: 'id where',
        where: `h.id in (select d.dealer_group_id from dealer d join dealer_agent a on a.dealer_id = d.id
          where a.agent_id = ?)`,
      },
    },
    listFields: {
      dealerCount: listed(
        'dealer_count',
        '(select count(*) from dealer d where d.dealer_group_id = h.id)',
        z.int(),
      ),
    },
  },
  {
    type: 'Insurer',
    path: '/insurers',
    idName: 'insurerId',
    tag: 'Insurers',
    noun: 'insurer',
    table: 'insurer',
    limitedSees: 'none',
    fields: {
      naicCode: textField('naic_code', 20, own),
      amBestRating: textField('am_best_rating', 20, own),
      clipPolicyNumbers: list(
        'clip_policy_numbers',
        z.strictObject({
          programId: Id.nullable().default(null),
          number: someText(60),
          from: CalendarDate.nullable().default(null),
          to: CalendarDate.nullable().default(null),
        }),
        own,
      ),
    },
  },
  {
    type: 'DisbursementAccount',
    path: '/disbursementaccounts',
    idName: 'disbursementAccountId',
    tag: 'DisbursementAccounts',
    noun: 'disbursement account',
    table: 'disbursement_account',
    limitedSees: 'none',
    fields: {
      glAccount: textField('gl_account', 40, own),
      disbursementCodes: textListField('disbursement_codes', someText(40)),
      isInternal: flagField('is_internal', own),
    },
  },
  {
    type: 'InspectionCompany',
    path: '/inspectioncompanies',
    idName: 'inspectionCompanyId',
    tag: 'InspectionCompanies',
    noun: 'inspection company',
    table: 'inspection_company',
    limitedSees: 'own',
    fields: {
      serviceStates: states('service_states'),
      fee: moneyField('fee', 0),
      integrationKey: textField('integration_key', 200, own),
      isExternalEngine: flagField('is_external_engine', own),
    },
  },
  {
    type: 'ClaimPayee',
    path: '/claimpayees',
    idName: 'claimPayeeId',
    tag: 'ClaimPayees',
    noun: 'claim payee',
    table: 'claim_payee',
    limitedSees: 'none',
    fields: {
      payeeType: choiceField('payee_type', ['Individual', 'Business'], 'Business', own),
      w9OnFile: flagField('w9_on_file', own),
      is1099: flagField('is_1099', own),
    },
  },
  {
    type: 'RepairFacility',
    path: '/repairfacilities',
    idName: 'repairFacilityId',
    tag: 'RepairFacilities',
    noun: 'repair facility',
    table: 'repair_facility',
    limitedSees: 'all',
    fields: {
      facilityType: choiceField(
        'facility_type',
        ['Dealer', 'Independent', 'Chain', 'Mobile'],
        'Independent',
        own,
      ),
      laborRates: list(
        'labor_rates',
        z.strictObject({
          type: z.enum(['Standard', 'Diesel', 'Electric']).default('Standard'),
          rate: Money.min(0),
          from: CalendarDate.nullable().default(null),
        }),
        own,
      ),
      taxRates: list(
        'tax_rates',
        z.strictObject({
          type: someText(40).nullable().default(null),
          rate: z.number().min(0).max(100),
          from: CalendarDate.nullable().default(null),
        }),
        own,
      ),
      partsMarkupPercent: percentField('parts_markup_percent'),
      dealerIds: linksField(facilityDealers),
      dealerGroupIds: linksField(facilityDealerGroups),
      isPreferred: flagField('is_preferred', own),
      isBlocked: flagField('is_blocked', own),
      aseCertified: flagField('ase_certified', own),
    },
    filters: {
      dealerId: {
        match: 'id where',
        where: 'h.id in (select repair_facility_id from repair_facility_dealer where dealer_id = ?)',
      },
      isPreferred: { match: 'flag', column: 'k.is_preferred' },
    },
    filtersFor: (caller) => ({
      dealerId: {
        match: 'id where',
        where: (dealerId) => sql`h.id in (select l.repair_facility_id from repair_facility_dealer l
          where l.dealer_id = ${dealerId} and ${reachesDealer(caller, 'l.dealer_id')})`,
      },
    }),
  },
  {
    type: 'LienHolder',
    path: '/lienHolders',
    idName: 'lienHolderId',
    tag: 'LienHolder',
    noun: 'lien holder',
    table: 'lien_holder',
    limitedSees: 'all',
    numberPrefix: 'L-',
    row: ['id', 'number', 'name', 'city', 'state', 'status'],
    fields: {
      elTitleCode: textField('el_title_code', 40, own),
      payoffPhone: textField('payoff_phone', 40, own),
      refundAddress: objectField('refund_address', { input: AddressInput, answer: AddressAnswer }, own),
      acceptsAch: flagField('accepts_ach', own),
      aliases: { ...textListField('aliases', someText(200), 100), write: withLowerCase },
      ach,
    },
  },
]

/** Every type that an account holder can be of. */
export const holderTypes = ['AdminCompany', 'Customer', ...kinds.map(({ type }) => type)].sort() as [
  string,
  ...string[],
]

export const kindOfType = (type: HolderType): Kind => {
  const kind = kinds.find((one) => one.type === type)
  if (!kind) throw new Error(`There is no kind ${type}.`)
  return kind
}
