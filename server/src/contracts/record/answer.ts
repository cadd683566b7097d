import { costVisibility, seesCostLines } from '../../access/cost-visibility.ts'
import { customer } from '../../account-holders/customers.ts'
import type { FieldRow } from '../../account-holders/fields.ts'
import { namedFor } from '../../account-holders/reference-names.ts'
import { MASKED_DATE, type Seals } from '../../account-holders/seals.ts'
import { assumptionKeys, assumptions, knownDelivery } from '../../domain/cancellation/assumptions.ts'
import { customerFreeLookEnd, isUsedWithoutWarranty } from '../../domain/cancellation/free-look.ts'
import type { CancelRule } from '../../domain/cancellation/rules.ts'
import { CANCEL_PENDING } from '../../domain/contract/states.ts'
import { addDays, type CalendarDate } from '../../domain/dates.ts'
import { DEALER_COST, visibleLines } from '../../domain/ledger/cost-visibility.ts'
import { amountOf, amountOrNull, type Cents, minus, sumCents, ZERO } from '../../domain/money.ts'
import { settingValues } from '../../domain/settings.ts'
import type { Caller } from '../../http/caller.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { holdAnswer, type ReadHold } from './hold-answer.ts'
import { type CoveredItem, warrantedItem } from './item.ts'
import { limitsOfLiability } from './limits.ts'
import type { ContractModel } from './models.ts'
import type { ContractRow } from './rows.ts'
import type { StoredPerson } from './stored.ts'
import type { TransferRow } from './tables.ts'

/** Who reads a contract, and when, and the cancel rules of the administrator. */
interface AnswerContext extends Reader {
  readonly rules: readonly CancelRule[]
}

/** Who reads a contract, and when. */
export interface Reader {
  readonly caller: Caller
  readonly today: string
  readonly seals: Seals
}

/** A related record: a dealer, an agent, a cancel. */
export interface RecordReference {
  readonly type: string
  readonly id: number
  readonly number: string | null
  readonly name: string | null
}

interface ReadLine {
  readonly id: number
  readonly code: string
  readonly label: string
  readonly groupCode: string | null
  readonly accountHolder: RecordReference
  readonly amount: Cents
  readonly inDealerCost: boolean
  readonly earnedToDate: Cents
  readonly refunded: Cents
}

type ReadLedger = readonly [
  code: string | null,
  isDealerCost: boolean,
  status: LedgerStatus,
  direction: 'Receive' | 'Pay',
  paid: Cents,
  type: string,
  offsetOf: number | null,
]
type LedgerStatus = NonNullable<ContractModel['disbursements'][number]['ledgerStatus']>

/** A quote is no contract yet, and a voided contract is none any longer: neither has a free look. */
function freeLookEnd(read: ContractRead, rules: readonly CancelRule[]): CalendarDate | null {
  if (read.status === 'Quote' || read.status === 'Voided') return null
  const saleDate = read.sale_date
  const { holidays, newMaxOdometer, ...assumed } = assumptions(settingValues(read.settings, assumptionKeys))
  return customerFreeLookEnd(
    { rules, holidays },
    {
      ...{ state: read.state_of_sale, productTypeCode: read.product_type_code, programId: read.program_id },
      ...{ saleDate, isTransferred: read.is_transferred, claimsPaid: read.claims?.paid ?? ZERO },
      ...{ sellerKind: assumed.sellerKind, delivery: knownDelivery(read, assumed.delivery) },
      hasClaim: read.claims?.counts ?? false,
      isUsedWithoutWarranty: isUsedWithoutWarranty(warrantedItem(read.item), saleDate, { newMaxOdometer }),
    },
  )
}

export const transferNames = [
  'id',
  'contract_id',
  'new_customer_id',
  'previous_customer',
  'transfer_date',
  'odometer',
  'fee',
  'created_at',
  'created_by',
] as const

interface ReadTransfer {
  readonly transfer: Omit<Pick<TransferRow, (typeof transferNames)[number]>, 'created_at'> & {
    readonly created_at: string
  }
  readonly newOwner: FieldRow
}

/** A contract with everything that the answer shows, as one statement reads it. */
export interface ContractRead extends ContractRow {
  readonly dealer: RecordReference
  readonly dealer_group: RecordReference | null
  readonly agent: RecordReference | null
  readonly insurer: RecordReference | null
  readonly lien_holder: RecordReference | null
  readonly admin_company: RecordReference | null
  readonly customer: FieldRow | null
  readonly lines: readonly ReadLine[] | null
  readonly ledger: readonly ReadLedger[] | null
  readonly holds: readonly ReadHold[] | null
  readonly transfers: readonly ReadTransfer[] | null
  readonly current_cancel: RecordReference | null
  readonly has_open_request: boolean
  /** Paid; requested but not paid yet; authorized but not requested yet. */
  readonly claims: {
    readonly paid: Cents
    readonly requested: Cents
    readonly authorized: Cents
    /** One of them is neither denied nor voided. */
    readonly counts: boolean
  } | null
  /** What the administrator has set of the settings that decide about the free look. */
  readonly settings: Readonly<Record<string, unknown>> | null
}

/** The contract as this caller may see it. */
export function contractAnswer(read: ContractRead, context: AnswerContext): ContractModel {
  const { caller, today, seals, rules } = context
  const { sold, item } = read
  const named = (reference: RecordReference | null) => reference && namedFor(caller, reference)
  const markup = minus(read.retail_price, read.dealer_cost)
  return {
    id: read.id,
    number: read.number,
    status: read.status,
    statusLabel: statusLabel(read),
    statusReason: read.status_reason,
    heldFrom: read.held_from,
    fundingStatus: read.funding_status,
    claimStatus: read.open_claims > 0 ? 'Open' : 'None',
    isEffective: isEffective(read, today),
    productTypeCode: read.product_type_code,
    product: { ...sold.product, description: null },
    program: { ...sold.program, description: null },
    plan: { ...sold.plan, description: null },
    term: sold.term,
    deductible: sold.deductible,
    class: sold.class,
    dealer: namedFor(caller, read.dealer),
    dealerGroup: named(read.dealer_group),
    agents: read.agent ? [namedFor(caller, read.agent)] : [],
    insurer: named(read.insurer),
    adminCompany: named(read.admin_company),
    obligor: sold.obligor,
    customer:
      read.customer && read.customer_id !== null
        ? { ...personFromCustomer(read.customer, seals), customerId: read.customer_id }
        : null,
    cobuyer: read.cobuyer && withMaskedBirthDate(read.cobuyer),
    lienHolder: named(read.lien_holder),
    asset: assetAnswer(item),
    vehicle: item.vehicle
      ? { ...assetAnswer(item), ...item.vehicle, warranties: [...item.vehicle.warranties] }
      : null,
    saleDate: read.sale_date,
    vehiclePurchaseDate: read.vehicle_purchase_date,
    vehiclePurchasePrice: amountOrNull(read.vehicle_purchase_price),
    effectiveDate: read.effective_date,
    effectiveOdometer: read.effective_odometer,
    expirationDate: read.expiration_date,
    expirationOdometer: read.expiration_odometer,
    freeLookEndDate: freeLookEnd(read, rules),
    retailPrice: amountOf(read.retail_price),
    dealerCost: amountOf(read.dealer_cost),
    markup: amountOf(markup),
    salesTax: taxAnswer(read),
    financing: financingAnswer(read),
    surcharges: sold.surcharges.map(({ feeds, ...one }) =>
      feeds && seesCostLines(caller) ? { ...one, feeds } : one,
    ),
    disbursements: linesFor(read, caller),
    ppmServices: sold.services.map((service) => ({ ...service, price: amountOf(service.price) })),
    customFieldValues: Object.entries(read.custom_fields).map(([code, value]) => ({ code, value })),
    formNumber: sold.formNumber,
    stateOfSale: read.state_of_sale,
    finalizedAt: read.finalized_at?.toISOString() ?? null,
    needsRefinalize: read.pending_changes !== null,
    pendingChanges: read.pending_changes?.fields ?? null,
    deliveryDate: read.delivery_date,
    deliveryMethod: read.delivery_method,
    notes: read.notes,
    holds: (read.holds ?? []).map((hold) => holdAnswer(read, hold, caller)),
    currentCancel: read.current_cancel,
    transfers: (read.transfers ?? []).map((transfer) => transferAnswer(transfer, seals)),
    isTransferred: read.is_transferred,
    limitOfLiability: limitsOfLiability(read, usedByClaims(read)),
    totals: totalsFor(read, caller),
    lastKnownOdometer:
      read.last_odometer === null
        ? null
        : {
            value: read.last_odometer,
            date: read.last_odometer_date ?? read.sale_date,
            source: read.last_odometer_source ?? 'Sale',
            unit: read.item.usageUnit,
          },
    externalReferences: [...read.external_references],
    rateQuoteId: read.rate_quote_id,
    validUntil: read.status === 'Quote' ? read.valid_until.toISOString() : null,
    ...auditFieldsFromRow(read),
  }
}

/** The status; CancelPending while a cancel request is open for a contract in force. */
const statusLabel = ({ status, has_open_request }: ContractRead): ContractModel['statusLabel'] =>
  has_open_request && (status === 'Active' || status === 'OnHold') ? CANCEL_PENDING : status

/** In force today: active, within its dates and past the waiting period. */
const isEffective = ({ status, effective_date, expiration_date, sold }: ContractRow, today: string) =>
  status === 'Active' && addDays(effective_date, sold.waitingDays) <= today && today <= expiration_date

const assetAnswer = ({ isVehicle: _, vehicle: __, ...asset }: CoveredItem) => asset

const taxAnswer = ({ id, sales_tax }: ContractRow): ContractModel['salesTax'] => ({
  contractId: id,
  ...sales_tax,
  details: sales_tax.details.map(({ refundable: _, roundMode = 'HalfUp', ...detail }) => ({
    ...detail,
    ...{ roundMode, lineItemId: null },
  })),
})

const financingNames = [
  ...[
    'dealType',
    'amountFinanced',
    'apr',
    'termMonths',
    'monthlyPayment',
    'firstPaymentDate',
    'maturityDate',
  ],
  ...['payoffDate', 'financeChargeOnContract', 'residualValue', 'balloonAmount', 'downPayment', 'tradeIn'],
] as const

/** The financing, with the last four digits of the account number. */
function financingAnswer({ financing, lien_holder_id }: ContractRow): ContractModel['financing'] {
  if (!financing) return null
  const { accountLast4, ...stored } = financing
  return {
    ...Object.fromEntries(financingNames.map((name) => [name, stored[name] ?? null])),
    accountNumber: accountLast4 ? `*****${accountLast4}` : null,
    lienHolderId: lien_holder_id,
  } as ContractModel['financing']
}

type LineWithStatus = ReadLine & { readonly ledgerStatus: LedgerStatus | null }

/** The lines as this caller may see them. */
function linesFor(read: ContractRead, caller: Caller): ContractModel['disbursements'] {
  const lines = (read.lines ?? [])
    .map(withoutLoss)
    .map((line) => ({ ...line, ledgerStatus: ledgerStatus(read, line.code) }))
  const { merged, shown } = visibleTo(caller, lines)
  return [...(merged ? [dealerCostLine(read, merged)] : []), ...shown.map((line) => lineShown(line, caller))]
}

const visibleTo = <Line extends ReadLine>(caller: Caller, lines: readonly Line[]) =>
  visibleLines(costVisibility(caller), lines, {
    line: ({ code, accountHolder }) => ({ code, accountHolderId: accountHolder.id }),
    isCost: ({ inDealerCost }) => inDealerCost,
  })

/** A line that was corrected after a cancel may have less than it gave back. Then it has earned nothing. */
const withoutLoss = <Line extends Pick<ReadLine, 'amount' | 'earnedToDate' | 'refunded'>>(
  line: Line,
): Line =>
  line.amount >= 0 && line.earnedToDate < 0 && line.refunded > line.amount
    ? { ...line, earnedToDate: ZERO, refunded: line.amount }
    : line

/** Dealer cost as one line. */
const dealerCostLine = (
  { dealer_cost }: ContractRead,
  lines: readonly LineWithStatus[],
): ContractModel['disbursements'][number] => ({
  id: null,
  code: DEALER_COST,
  label: 'Dealer cost',
  groupCode: null,
  accountHolder: null,
  amount: amountOf(dealer_cost),
  earnedToDate: null,
  refunded: amountOf(sumCents(lines.map(({ refunded }) => refunded))),
  ledgerStatus: wholeStatus(lines.map(({ ledgerStatus }) => ledgerStatus)),
})

const lineShown = (
  { inDealerCost: _, ...line }: LineWithStatus,
  caller: Caller,
): ContractModel['disbursements'][number] => ({
  ...line,
  accountHolder: namedFor(caller, line.accountHolder),
  amount: amountOf(line.amount),
  earnedToDate: amountOf(line.earnedToDate),
  refunded: amountOf(line.refunded),
})

/** The ledger status of a line: of what the dealer owes for it, else of its memo. A voided row counts only if there is no other. */
function ledgerStatus({ ledger }: ContractRead, code: string): LedgerStatus | null {
  const rows = (ledger ?? []).filter(
    ([of, , , , , type, offsetOf]) => of === code && lineTypes.includes(type) && offsetOf === null,
  )
  const sides = rows.some(([, isDealerCost]) => isDealerCost) ? rows.filter((row) => row[1]) : rows
  return (sides.find(([, , status]) => status !== 'Voided') ?? sides[0])?.[2] ?? null
}

const lineTypes: readonly string[] = ['ContractDisbursement', 'Refinalize']

/** The status of dealer cost as a whole: the first of these that one of its lines has. */
const wholeStatus = (statuses: readonly (LedgerStatus | null)[]): LedgerStatus | null =>
  (['InProcess', 'Open', 'Pending', 'Held', 'Paid', 'Voided'] as const).find((status) =>
    statuses.includes(status),
  ) ?? null

const usedByClaims = ({ claims }: ContractRead): Cents =>
  claims === null ? ZERO : sumCents([claims.paid, claims.requested, claims.authorized])

/** A caller who does not see a line sees neither what its payee was paid for it nor what it gave back. */
function totalsFor({ ledger, lines, claims }: ContractRead, caller: Caller): ContractModel['totals'] {
  const { merged, shown } = visibleTo(caller, lines ?? [])
  const hidden = new Set<string | null>(
    merged?.filter((line) => !shown.includes(line)).map(({ code }) => code),
  )
  const isShown = ([code, isDealerCost, , , , type]: ReadLedger) =>
    isDealerCost || type === 'Claim' || !hidden.has(code)
  const paid = (direction: 'Receive' | 'Pay') =>
    amountOf(
      sumCents((ledger ?? []).filter((row) => row[3] === direction && isShown(row)).map((row) => row[4])),
    )
  return {
    claimsPaid: amountOf(claims?.paid ?? ZERO),
    claimsAuthorized: amountOf(claims?.authorized ?? ZERO),
    received: paid('Receive'),
    paidOut: paid('Pay'),
  }
}

const transferAnswer = (
  { transfer, newOwner }: ReadTransfer,
  seals: Seals,
): ContractModel['transfers'][number] => ({
  id: transfer.id,
  contractId: transfer.contract_id,
  previousCustomer: withMaskedBirthDate(transfer.previous_customer),
  newOwner: { ...personFromCustomer(newOwner, seals), customerId: transfer.new_customer_id },
  transferDate: transfer.transfer_date,
  odometer: transfer.odometer,
  fee: amountOf(transfer.fee),
  createdAt: new Date(transfer.created_at).toISOString(),
  createdBy: transfer.created_by,
})

/** A person stored with the contract. The birth date is sealed; the answer only shows that there is one. */
const withMaskedBirthDate = (person: StoredPerson): StoredPerson => ({
  ...person,
  birthDate: person.birthDate === null ? null : MASKED_DATE,
})

const personFields = [
  ...[
    'firstName',
    'middleName',
    'lastName',
    'suffix',
    'companyName',
    'birthDate',
    'email',
    'phone',
    'mobile',
  ],
  ...['address', 'taxIdLast4', 'preferredLanguage'],
] as const

/** A customer's record as a person. */
export function personFromCustomer(row: FieldRow, seals: Seals): StoredPerson {
  const noCaller = {} as Caller
  const entries = personFields.map((name) => {
    const field = customer.fields[name]
    return [name, field?.show ? field.show(row, noCaller, seals) : field?.read(row, seals)]
  })
  return Object.fromEntries(entries) as unknown as StoredPerson // Each field gives its part of a person.
}
