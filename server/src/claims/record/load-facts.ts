import { COVERAGE_FACTS, type CoverageFacts, coverageTerms } from '../../contracts/record/coverage-terms.ts'
import { componentLimit, limitsOfLiability } from '../../contracts/record/limits.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import { json, storedObject } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type {
  BenefitTerms,
  ClaimSettings,
  ClaimTerms,
  ClaimType,
  ComponentTerms,
  CoverageTerms,
  DetailFigures,
  MiscLine,
} from '../../domain/claims/claim.ts'
import { contractGroups } from '../../domain/contract/coverage.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type Cents, centsOf, prorate, sumCents, ZERO } from '../../domain/money.ts'
import { comparableOrNull, readingUnit } from '../../domain/odometer-unit.ts'
import type { Benefit, BenefitChange } from '../../domain/rate-book/coverage.ts'
import type { SalesTaxRule } from '../../domain/rate-book/rate-book.ts'
import { settingValues } from '../../domain/settings.ts'
import { type TaxPlace, taxRulesFor } from '../../domain/tax/sales-tax.ts'
import type { Acting } from '../../http/caller.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'

// What the figures of a claim follow from besides the claim itself: the contract, the shop, the taxes, the settings, and
// the other claims of the contract.

/** The parts of a claim that decide what has to be loaded. */
export interface ClaimPlace {
  /** Null for a new claim. */
  readonly claimId: number | null
  readonly claimType: ClaimType
  readonly lossDate: CalendarDate
  readonly repairFacilityId: number | null
}

interface HolderPlace {
  readonly id: number
  readonly number: string
  readonly status: string
  readonly state: string | null
  readonly county: string | null
  readonly city: string | null
}

interface FacilityRow extends HolderPlace {
  readonly isBlocked: boolean
  readonly laborRates: readonly {
    readonly type: string
    readonly rate: number
    readonly from: string | null
  }[]
  readonly dealerIds: readonly number[] | null
  readonly groupIds: readonly number[] | null
  /** Dealers that it is linked to and that belong to the group of the selling dealer. */
  readonly sameGroup: readonly { readonly id: number; readonly number: string }[] | null
}

interface OtherMisc {
  readonly misc: readonly MiscLine[]
  readonly figures: DetailFigures
}

interface FoundRow extends CoverageFacts {
  readonly hasOpenRequest: boolean
  readonly dealer: HolderPlace
  readonly facility: FacilityRow | null
  readonly paid: Cents
  readonly authorized: Cents
  readonly authorizedElsewhere: Cents
  readonly otherMisc: readonly OtherMisc[] | null
  readonly otherClaims:
    | readonly {
        readonly number: string
        readonly lossDate: CalendarDate
        readonly facilityId: number | null
        readonly repairOrderNumber: string | null
      }[]
    | null
  readonly settings: Readonly<Record<string, unknown>> | null
}

const PLACE = `'id', h.id, 'number', h.number, 'status', h.status, 'state', h.state, 'county', h.county, 'city', h.city`

/** What is promised and not paid. A claim that is closed promises only what is requested: its cash was voided or returned. */
const AUTHORIZED = `(select coalesce(sum(case when m.ended is null then coalesce(d.authorized_amount, d.payable)
    else d.requested_payments end - d.paid), 0)
  from claim_detail d join claim m on m.id = d.claim_id
  where d.contract_id = $1 and d.status in ('Authorized', 'PendingApproval')`

/** One statement, because most writes of claims need all of it and each statement is a round trip. */
const FIND = statement(
  { found: json(storedObject<FoundRow>('dealer', 'paid', 'authorized', 'authorizedElsewhere')) },
  `select jsonb_build_object(
    ${COVERAGE_FACTS},
    'hasOpenRequest', exists (select from cancel_request q where q.contract_id = $1
      and q.status in ('Requested', 'NeedsInfo', 'Approved')),
    'dealer', (select jsonb_build_object(${PLACE}) from account_holder h where h.id = $2),
    'facility', (select jsonb_build_object(${PLACE}, 'isBlocked', f.is_blocked, 'laborRates', f.labor_rates,
        'dealerIds', (select jsonb_agg(l.dealer_id) from repair_facility_dealer l where l.repair_facility_id = f.id),
        'groupIds', (select jsonb_agg(l.dealer_group_id) from repair_facility_dealer_group l
          where l.repair_facility_id = f.id),
        'sameGroup', (select jsonb_agg(jsonb_build_object('id', d.id, 'number', n.number) order by d.id)
          from repair_facility_dealer l join dealer d on d.id = l.dealer_id join account_holder n on n.id = d.id
          where l.repair_facility_id = f.id and d.dealer_group_id = $4))
      from repair_facility f join account_holder h on h.id = f.id where f.id = $3),
    'paid', (select coalesce(sum(p.amount), 0) from claim_payment_request p join claim m on m.id = p.claim_id
      where m.contract_id = $1 and p.status = 'Paid'),
    'authorized', ${AUTHORIZED}),
    'authorizedElsewhere', ${AUTHORIZED} and d.claim_id is distinct from $5),
    'otherMisc', (select jsonb_agg(jsonb_build_object('misc', d.misc, 'figures', d.figures))
      from claim_detail d where d.contract_id = $1 and d.claim_id is distinct from $5
        and d.status not in ('Denied', 'Voided') and d.misc <> '[]'),
    'otherClaims', (select jsonb_agg(jsonb_build_object('number', m.number, 'lossDate', m.loss_date,
        'facilityId', m.repair_facility_id, 'repairOrderNumber', m.repair_order_number) order by m.id)
      from claim m where m.contract_id = $1 and m.id is distinct from $5 and m.status not in ('Denied', 'Voided')),
    'settings', (select jsonb_object_agg(g.key, g.value) from general_setting g where g.key = any($6::text[]))) as found`,
)

const settingKeys = [
  'inspectionThreshold',
  'earlyClaimDays',
  'authExpireDays',
  'invoiceTolerance',
  'adjusterAuthority',
  'shopSuppliesCap',
  'appealDays',
] as const

/** How a shop is related to the dealer that sold the contract. */
export interface RelatedDealer {
  readonly dealerId: number
  readonly number: string | null
  readonly isSellingDealer: boolean
  readonly isSameGroup: boolean
}

export interface ClaimSurroundings {
  readonly terms: ClaimTerms
  readonly settings: ClaimSettings & {
    readonly authExpireDays: number
    readonly invoiceTolerance: Cents
    readonly adjusterAuthority: Cents
    readonly appealDays: number
  }
  readonly facility: (FacilityRow & { readonly laborRate: Cents | null; readonly isRelated: boolean }) | null
  readonly dealer: HolderPlace
  readonly relatedDealer: RelatedDealer | null
  readonly taxRules: Readonly<Record<'Labor' | 'Part' | 'Misc', readonly SalesTaxRule[]>>
  readonly contractPaid: Cents
  readonly contractAuthorized: Cents
  /** The same without this claim, whose own details change while it is decided. */
  readonly authorizedElsewhere: Cents
  readonly hasOpenRequest: boolean
  readonly otherClaims: NonNullable<FoundRow['otherClaims']>
  /** Of a GAP plan, in percent. */
  readonly maximumLtv: number | null
}

/** Loads what the figures of a claim follow from. The contract is locked. */
export async function loadSurroundings(
  db: Db,
  books: LiveBooks,
  acting: Acting,
  contract: ContractRow,
  place: ClaimPlace,
): Promise<ClaimSurroundings> {
  const [row, sold, live] = await Promise.all([
    FIND.first(db, [
      contract.id,
      contract.dealer_id,
      place.repairFacilityId,
      contract.dealer_group_id,
      place.claimId,
      settingKeys,
    ]),
    books.findVersion(acting.caller, contract.book_version),
    books.findLive(acting.caller),
  ])
  const found = row?.found
  const product = sold?.book.products.find(({ id }) => id === contract.product_id)
  if (!found || !sold || !product)
    throw new Error(`The rate book that contract ${contract.id} was sold with is missing.`)
  const settings = settingValues(found.settings ?? {}, settingKeys)
  const own = product.claimSettings
  const plan = product.programs
    .find(({ id }) => id === contract.program_id)
    ?.plans.find(({ id }) => id === contract.plan_id)
  const facility = found.facility && placedFacility(found.facility, contract, place.lossDate)
  const groups = contractGroups(product, sold.book.coverageGroups, contract.sold)
  return {
    terms: {
      ...termsFrom(contract, found, componentsOf(contract, groups), own.deductibleRule),
      ...coverageTerms(contract, found, place.claimId),
    },
    settings: {
      ...settings,
      inspectionThreshold: own.inspectionThreshold ?? settings.inspectionThreshold,
      authExpireDays: own.authExpireDays ?? settings.authExpireDays,
    },
    facility,
    dealer: found.dealer,
    relatedDealer: facility && relatedDealer(facility, contract, found.dealer),
    taxRules: taxRulesAt(live?.compiled.taxRules, facility ?? found.dealer, contract, place.lossDate),
    contractPaid: found.paid,
    contractAuthorized: found.authorized,
    authorizedElsewhere: found.authorizedElsewhere,
    hasOpenRequest: found.hasOpenRequest,
    otherClaims: found.otherClaims ?? [],
    maximumLtv: plan?.maximumLtv ?? null,
  }
}

function componentsOf(
  contract: ContractRow,
  groups: ReturnType<typeof contractGroups>,
): ReadonlyMap<string, ComponentTerms> {
  return new Map(
    groups.flatMap((group) =>
      group.components.map(({ id, code, name }) => [
        code,
        {
          ...{ id, code, name, groupId: group.id, groupCode: group.code, groupName: group.name },
          isCovered: group.isCovered,
          limit: group.isCovered ? componentLimit(contract, code) : null,
        },
      ]),
    ),
  )
}

type DeductibleRule = 'PerVisit' | 'PerComponent' | 'PerItem' | null

function termsFrom(
  contract: ContractRow,
  found: FoundRow,
  components: ReadonlyMap<string, ComponentTerms>,
  rule: DeductibleRule,
): Omit<ClaimTerms, keyof CoverageTerms> {
  const { sold, item } = contract
  const { limits } = limitsOfLiability(contract)
  const limitOf = (scope: string) => limits.find((limit) => limit.scope === scope)?.amount
  const [perClaim, aggregate] = [limitOf('PerClaim'), limitOf('Aggregate')]
  return {
    productTypeCode: contract.product_type_code,
    formNumber: sold.formNumber,
    components,
    warranties: (item.vehicle?.warranties ?? []).map(({ type, endDate, endOdometer }) => ({
      type,
      endDate: endDate ?? null,
      endOdometer: comparableOrNull(endOdometer ?? null, readingUnit(item)),
    })),
    deductible: {
      // A product may charge each deductible once a visit or once a complaint, whatever its type.
      type: rule ?? sold.deductible.type,
      amount: centsOf(sold.deductible.amount),
      reducedAmount: sold.deductible.reducedAmount === null ? null : centsOf(sold.deductible.reducedAmount),
    },
    perClaimLimit: perClaim === undefined ? null : centsOf(perClaim),
    aggregateLimit: aggregate === undefined ? null : centsOf(aggregate),
    benefits: benefitsOf(sold.benefits, sold.benefitChanges, found.otherMisc ?? []),
  }
}

const BENEFIT_OF: Readonly<Record<string, string>> = { Tow: 'TOW', Rental: 'RENTAL' }

function benefitsOf(
  benefits: readonly Benefit[],
  changes: readonly BenefitChange[],
  others: readonly OtherMisc[],
): BenefitTerms[] {
  return benefits.map(({ code, name, unit, contractCap, ...usual }) => {
    const own = changes.filter((change) => change.code === code)
    const unitCap = Math.max(usual.unitCap, ...own.map((change) => change.unitCap ?? 0)) as Cents
    const maximumUnits = Math.max(usual.maximumUnits, ...own.map((change) => change.maximumUnits ?? 0))
    const used = others.flatMap(({ misc, figures }) =>
      misc.flatMap(({ id, type }) =>
        BENEFIT_OF[type] === code ? (figures.misc.find((line) => line.id === id)?.amount ?? ZERO) : [],
      ),
    )
    return {
      ...{ code, name, unit, unitCap, maximumUnits, contractCap },
      occurrenceCap: prorate(unitCap, maximumUnits, 1),
      usedElsewhere: sumCents(used),
    }
  })
}

/** The labor rate on the day of the loss: the newest that had begun. */
function placedFacility(facility: FacilityRow, contract: ContractRow, lossDate: CalendarDate) {
  const [newest] = facility.laborRates
    .filter(({ type, from }) => type === 'Standard' && (from === null || from <= lossDate))
    .toSorted((first, second) => ((first.from ?? '') < (second.from ?? '') ? 1 : -1))
  const isRelated =
    (facility.dealerIds ?? []).includes(contract.dealer_id) ||
    (facility.sameGroup ?? []).length > 0 ||
    (contract.dealer_group_id !== null && (facility.groupIds ?? []).includes(contract.dealer_group_id))
  return { ...facility, laborRate: newest ? centsOf(newest.rate) : null, isRelated }
}

function relatedDealer(
  { dealerIds, sameGroup, isRelated }: ReturnType<typeof placedFacility>,
  contract: ContractRow,
  dealer: HolderPlace,
): RelatedDealer | null {
  if (!isRelated) return null
  const isSellingDealer = (dealerIds ?? []).includes(contract.dealer_id)
  const [other] = sameGroup ?? []
  return isSellingDealer || other === undefined
    ? { dealerId: dealer.id, number: dealer.number, isSellingDealer, isSameGroup: true }
    : { dealerId: other.id, number: other.number, isSellingDealer, isSameGroup: true }
}

function taxRulesAt(
  byState: ReadonlyMap<string, readonly SalesTaxRule[]> | undefined,
  at: HolderPlace,
  contract: ContractRow,
  date: CalendarDate,
): ClaimSurroundings['taxRules'] {
  const rules = byState?.get(at.state ?? '') ?? []
  const place: TaxPlace = {
    ...{ state: at.state ?? '', county: at.county, city: at.city, date },
    productTypeCode: contract.product_type_code,
  }
  return {
    Labor: taxRulesFor(rules, place, 'Labor'),
    Part: taxRulesFor(rules, place, 'Part'),
    Misc: taxRulesFor(rules, place, 'Misc'),
  }
}
