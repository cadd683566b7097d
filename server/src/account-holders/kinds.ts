import { z } from 'zod'
import { seesCommission } from '../access/cost-visibility.ts'
import { reachesDealer } from '../access/scope.ts'
import { type Column, int, json, orNull, storedObject } from '../db/columns.ts'
import { sql } from '../db/sql.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { CalendarDate, Id, Money, text as someText } from '../http/schemas.ts'
import type { Filters } from '../http/search.ts'
import { dealerAgentsField, requireAmountOrPercent, Share, shareFields } from './dealer-agents.ts'
import {
  choiceField,
  defineField,
  type Field,
  type Fields,
  flagField,
  integerField,
  listField,
  moneyField,
  objectField,
  percentField,
  referenceField,
  textField,
  textListField,
} from './fields.ts'
import type { AccountHolderType } from './holder-types.ts'
import { dealerPortalGroups, facilityDealerGroups, facilityDealers, linksField } from './links.ts'
import { achField } from './payment-methods.ts'
import { AddressAnswer, AddressInput } from './people.ts'
import { namedFor } from './reference-names.ts'

// Each kind of account holder is one row: its path, its fields beyond the common ones, and the columns and filters of its
// list. A new kind is a new row, and a migration for the table with its columns.

/** The common fields that a list can show. */
export type RowColumn = 'id' | 'number' | 'name' | 'status' | 'city' | 'state' | 'phone'

export interface Kind {
  readonly type: AccountHolderType
  readonly path: string
  /** The name of the id in its path. */
  readonly idName: string
  readonly tag: string
  /** The word for one of them in texts. */
  readonly noun: string
  /** The table with the columns of this kind, `k` in SQL. */
  readonly table: string
  /**
   * What a limited caller sees: all of them, none, those in its scopes, those and everything below them, or the dealers
   * that it has access to.
   */
  readonly limitedSees: 'all' | 'none' | 'own' | 'below' | 'reached'
  readonly fields: Fields
  /** Filters beyond the common ones. */
  readonly filters?: Filters
  /** Filters that replace others for a limited caller, so that they tell it nothing about records that it does not see. */
  limitedFilters?(caller: Caller): Filters
  /** The common fields in a row of its list. Absent: the usual ones. */
  readonly row?: readonly RowColumn[]
  /** Further fields in a row of its list. */
  readonly listFields?: Fields
  /** If a request has no number, one with this prefix is assigned. */
  readonly numberPrefix?: string
  readonly hasCustomFields?: boolean
  /** For a list that has a second version: the form of the first, and the path of the second. Absent: a plain array. */
  readonly firstList?: { readonly form: 'items'; readonly successor: string }
  /** For persons: the name follows from other fields, and the common fields of companies are missing. */
  displayName?(values: Readonly<Record<string, unknown>>): string
}

const ownTable = { inKindTable: true }
const StateCode = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')
const stateListField = (name: string) => textListField(name, StateCode, 60)
const License = z
  .strictObject({
    state: StateCode,
    number: someText(60),
    expires: CalendarDate.nullable().default(null),
  })
  .meta({ id: 'LicenseNumber' })

const Reference = z.object({
  ...{ type: z.string(), id: z.int(), number: z.string(), name: z.string().nullable() },
})
type Reference = z.output<typeof Reference>

/** A field that only a row of the list has. */
const rowField = (
  name: string,
  column: Column<unknown>,
  { answer, expression }: { readonly answer: z.ZodType; readonly expression: string },
): Field =>
  defineField({
    answer,
    columns: { [name]: column },
    select: { [name]: expression },
    read: (row) => row[name],
  })

const referenceColumn = orNull(json(storedObject<Reference>('type', 'id', 'number', 'name')))

/** Another account holder, in a row of the list only. */
const rowReference = (name: string, type: AccountHolderType, id: string): Field => ({
  ...rowField(name, referenceColumn, {
    answer: Reference.nullable(),
    expression: `(select json_build_object('type', '${type}', 'id', r.id, 'number', r.number, 'name', r.name)
      from account_holder r where r.id = ${id})`,
  }),
  show: (row, caller) => row[name] && namedFor(caller, row[name] as Reference),
})

/** Limited callers do not see how dealer cost is split. */
const hiddenFromLimited = (field: Field): Field => ({
  ...field,
  show: (row, caller, seals) => (isLimited(caller) ? null : field.read(row, seals)),
})

/** What an agent gets of dealer cost. A limited caller sees it only if it is the agent. */
const ofOwnAgent = (field: Field): Field => ({
  ...field,
  columns: { ...field.columns, owner_id: int },
  select: { ...field.select, owner_id: 'h.id' },
  show: (row, caller, seals) =>
    seesCommission(caller, Number(row.owner_id)) ? field.read(row, seals) : field.initial,
})

/** Aliases are also saved in lower case, for searches. */
const aliasColumns = (value: unknown) => ({
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
      parentAgentId: referenceField('parent_agent_id', 'Agent', { isParent: true }),
      licenseNumbers: listField('license_numbers', License, ownTable),
      commissionDefaults: ofOwnAgent(
        listField(
          'commission_defaults',
          z
            .strictObject({ programId: Id.nullable().default(null), ...shareFields })
            .superRefine(requireAmountOrPercent)
            .meta({ id: 'CommissionDefault' }),
          ownTable,
        ),
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
        ownTable,
      ),
      licenseNumber: textField('license_number', 60, ownTable),
      refundPayer: choiceField('refund_payer', ['Administrator', 'Dealer'], 'Administrator', ownTable),
      remitDayOfMonth: integerField('remit_day_of_month', 1, 31),
      requireFundingToFinalize: flagField('require_funding_to_finalize', {
        inKindTable: true,
        initial: null,
      }),
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
      dealerGroup: rowReference('dealer_group', 'DealerGroup', 'k.dealer_group_id'),
      agent: rowReference(
        'agent',
        'Agent',
        `(select a.agent_id from dealer_agent a where a.dealer_id = h.id
          order by a.role, a.position, a.agent_id limit 1)`,
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
      parentGroupId: referenceField('parent_group_id', 'DealerGroup', { isParent: true }),
      participation: hiddenFromLimited(objectField('participation', { input: Share }, ownTable)),
    },
    filters: {
      agentId: {
        match: 'id where',
        where: `h.id in (select d.dealer_group_id from dealer d join dealer_agent a on a.dealer_id = d.id
          where a.agent_id = ?)`,
      },
    },
    listFields: {
      dealerCount: rowField('dealer_count', int, {
        answer: z.int(),
        expression: '(select count(*) from dealer d where d.dealer_group_id = h.id)',
      }),
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
      naicCode: textField('naic_code', 20, ownTable),
      amBestRating: textField('am_best_rating', 20, ownTable),
      clipPolicyNumbers: listField(
        'clip_policy_numbers',
        z
          .strictObject({
            programId: Id.nullable().default(null),
            number: someText(60),
            from: CalendarDate.nullable().default(null),
            to: CalendarDate.nullable().default(null),
          })
          .meta({ id: 'ClipPolicyNumber' }),
        ownTable,
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
      glAccount: textField('gl_account', 40, ownTable),
      disbursementCodes: textListField('disbursement_codes', someText(40)),
      isInternal: flagField('is_internal', ownTable),
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
      serviceStates: stateListField('service_states'),
      fee: moneyField('fee', 0),
      integrationKey: textField('integration_key', 200, ownTable),
      isExternalEngine: flagField('is_external_engine', ownTable),
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
      payeeType: choiceField('payee_type', ['Individual', 'Business'], 'Business', ownTable),
      w9OnFile: flagField('w9_on_file', ownTable),
      is1099: flagField('is_1099', ownTable),
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
        ownTable,
      ),
      laborRates: listField(
        'labor_rates',
        z
          .strictObject({
            type: z.enum(['Standard', 'Diesel', 'Electric']).default('Standard'),
            rate: Money.min(0),
            from: CalendarDate.nullable().default(null),
          })
          .meta({ id: 'LaborRate' }),
        ownTable,
      ),
      taxRates: listField(
        'tax_rates',
        z
          .strictObject({
            type: someText(40).nullable().default(null),
            rate: z.number().min(0).max(100),
            from: CalendarDate.nullable().default(null),
          })
          .meta({ id: 'TaxRate' }),
        ownTable,
      ),
      partsMarkupPercent: percentField('parts_markup_percent'),
      dealerIds: linksField(facilityDealers),
      dealerGroupIds: linksField(facilityDealerGroups),
      isPreferred: flagField('is_preferred', ownTable),
      isBlocked: flagField('is_blocked', ownTable),
      aseCertified: flagField('ase_certified', ownTable),
    },
    filters: {
      dealerId: {
        match: 'id where',
        where: 'h.id in (select repair_facility_id from repair_facility_dealer where dealer_id = ?)',
      },
      isPreferred: { match: 'flag', column: 'k.is_preferred' },
    },
    limitedFilters: (caller) => ({
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
    firstList: { form: 'items', successor: '/v2/lienHolders' },
    noun: 'lien holder',
    table: 'lien_holder',
    limitedSees: 'all',
    numberPrefix: 'L-',
    row: ['id', 'number', 'name', 'city', 'state', 'status'],
    fields: {
      elTitleCode: textField('el_title_code', 40, ownTable),
      payoffPhone: textField('payoff_phone', 40, ownTable),
      refundAddress: objectField('refund_address', { input: AddressInput, answer: AddressAnswer }, ownTable),
      acceptsAch: flagField('accepts_ach', ownTable),
      aliases: { ...textListField('aliases', someText(200), 100), write: aliasColumns },
      ach: achField,
    },
  },
]

/** Every type of account holder. */
export const accountHolderTypes = ['AdminCompany', 'Customer', ...kinds.map(({ type }) => type)].sort() as [
  string,
  ...string[],
]

export const kindOfType = (type: AccountHolderType): Kind => {
  const kind = kinds.find((candidate) => candidate.type === type)
  if (!kind) throw new Error(`There is no account holder type ${type}.`)
  return kind
}
