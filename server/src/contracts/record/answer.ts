import { costVisibility, seesCostLines } from '../../access/cost-visibility.ts'
import { customer } from '../../account-holders/customers.ts'
import type { HolderRow } from '../../account-holders/fields.ts'
import { MASKED_DATE, type Seals } from '../../account-holders/seals.ts'
import { addDays } from '../../domain/dates.ts'
import { DEALER_COST, visibleLines } from '../../domain/ledger/cost-visibility.ts'
import { amountOf, type Cents, sumCents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { auditOf } from '../../http/schemas.ts'
import { holdShown, type ReadHold } from './hold-answer.ts'
import type { Item } from './item.ts'
import { limitsOf } from './limits.ts'
import type { ContractModel } from './models.ts'
import type { ContractRow } from './rows.ts'

/** Whom a contract is shown to, and when. */
export interface Showing {
  readonly caller: Caller
  readonly today: string
  readonly seals: Seals
}

export interface Reference {
  readonly type: string
  readonly id: number
  readonly number: string | null
}

interface ReadLine {
  readonly id: number
  readonly code: string
  readonly label: string
  readonly groupCode: string | null
  readonly accountHolder: Reference
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

interface ReadTransfer {
  readonly transfer: {
    readonly id: number
    readonly contract_id: number
    readonly new_customer_id: number
    readonly previous_customer: Person
    readonly transfer_date: string
    readonly odometer: number
    readonly fee: Cents
    readonly created_at: string
    readonly created_by: string
  }
  readonly newOwner: HolderRow
}

/** A contract with everything that an answer shows. */
export interface ContractRead extends ContractRow {
  readonly dealer: Reference
  readonly dealer_group: Reference | null
  readonly agent: Reference | null
  readonly insurer: Reference | null
  readonly lien_holder: Reference | null
  readonly admin_company: Reference | null
  readonly customer: HolderRow | null
  readonly lines: readonly ReadLine[] | null
  readonly ledger: readonly ReadLedger[] | null
  readonly holds: readonly ReadHold[] | null
  readonly transfers: readonly ReadTransfer[] | null
  readonly current_cancel: Reference | null
  readonly has_open_request: boolean
  readonly claims: { readonly paid: Cents; readonly authorized: Cents } | null
}

/** The contract as this caller may see it. */
export function contractFor(read: ContractRead, { caller, today, seals }: Showing): ContractModel {
  const { sold, item } = read
  const markup = (read.retail_price - read.dealer_cost) as Cents
  return {
    id: read.id,
    number: read.number,
    status: read.status,
    statusLabel: labelOf(read),
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
    dealer: read.dealer,
    dealerGroup: read.dealer_group,
    agents: read.agent ? [read.agent] : [],
    insurer: read.insurer,
    adminCompany: read.admin_company,
    obligor: sold.obligor,
    customer:
      read.customer && read.customer_id !== null
        ? { ...personOf(read.customer, seals), customerId: read.customer_id }
        : null,
    cobuyer: read.cobuyer ? shownPerson(read.cobuyer as unknown as Person) : null,
    lienHolder: read.lien_holder,
    asset: assetOf(item),
    vehicle: item.vehicle
      ? { ...assetOf(item), ...item.vehicle, warranties: [...item.vehicle.warranties] }
      : null,
    saleDate: read.sale_date,
    vehiclePurchaseDate: read.vehicle_purchase_date,
    vehiclePurchasePrice: money(read.vehicle_purchase_price),
    effectiveDate: read.effective_date,
    effectiveOdometer: read.effective_odometer,
    expirationDate: read.expiration_date,
    expirationOdometer: read.expiration_odometer,
    retailPrice: amountOf(read.retail_price),
    dealerCost: amountOf(read.dealer_cost),
    markup: amountOf(markup),
    salesTax: taxShown(read),
    financing: financingOf(read),
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
    notes: read.notes,
    holds: (read.holds ?? []).map((one) => holdShown(read, one, caller)),
    currentCancel: read.current_cancel,
    transfers: (read.transfers ?? []).map((one) => transferShown(one, seals)),
    isTransferred: read.is_transferred,
    limitOfLiability: limitsOf(read),
    totals: totalsOf(read),
    lastKnownOdometer:
      read.last_odometer === null
        ? null
        : {
            value: read.last_odometer,
            date: read.last_odometer_date ?? read.sale_date,
            source: read.last_odometer_source ?? 'Sale',
          },
    externalReferences: [...read.external_references],
    rateQuoteId: read.rate_quote_id,
    validUntil: read.status === 'Quote' ? read.valid_until.toISOString() : null,
    ...auditOf(read),
  }
}

/** What people call its state: one that somebody wants to cancel is what it is, and on its way out. */
const labelOf = ({ status, has_open_request }: ContractRead): ContractModel['statusLabel'] =>
  has_open_request && (status === 'Active' || status === 'OnHold') ? 'CancelPending' : status

const money = (cents: Cents | null) => (cents === null ? null : amountOf(cents))

/** In force today: active, between its days, and the days that nothing is paid for at first have passed. */
const isEffective = ({ status, effective_date, expiration_date, sold }: ContractRow, today: string) =>
  status === 'Active' && addDays(effective_date, sold.waitingDays) <= today && today <= expiration_date

const assetOf = ({ isVehicle: _, vehicle: __, ...asset }: Item) => asset

const taxShown = ({ id, sales_tax }: ContractRow): ContractModel['salesTax'] => ({
  contractId: id,
  ...sales_tax,
  details: sales_tax.details.map(({ refundable: _, ...detail }) => ({ ...detail, lineItemId: null })),
})

const financial = [
  ...[
    'dealType',
    'amountFinanced',
    'apr',
    'termMonths',
    'monthlyPayment',
    'firstPaymentDate',
    'maturityDate',
  ],
  ...['payoffDate', 'residualValue', 'balloonAmount', 'accountNumber', 'downPayment', 'tradeIn'],
] as const

/** What of the financing is known; the account's number shows its last four. */
function financingOf({ financing, lien_holder_id }: ContractRow): ContractModel['financing'] {
  if (!financing) return null
  const { accountLast4, ...kept } = financing
  return {
    ...Object.fromEntries(financial.map((name) => [name, kept[name] ?? null])),
    accountNumber: accountLast4 ? `*****${String(accountLast4)}` : null,
    lienHolderId: lien_holder_id,
  } as ContractModel['financing']
}

type LineWithStatus = ReadLine & { readonly ledgerStatus: LedgerStatus | null }

/** The lines as this caller may see them. */
function linesFor(read: ContractRead, caller: Caller): ContractModel['disbursements'] {
  const lines = (read.lines ?? []).map((line) => ({ ...line, ledgerStatus: statusOf(read, line.code) }))
  const { merged, shown } = visibleLines(costVisibility(caller), lines, {
    line: ({ code, accountHolder }) => ({ code, accountHolderId: accountHolder.id }),
    isCost: ({ inDealerCost }) => inDealerCost,
  })
  return [...(merged ? [dealerCostLine(read, merged)] : []), ...shown.map(lineShown)]
}

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

const lineShown = ({ inDealerCost: _, ...line }: LineWithStatus): ContractModel['disbursements'][number] => ({
  ...line,
  amount: amountOf(line.amount),
  earnedToDate: amountOf(line.earnedToDate),
  refunded: amountOf(line.refunded),
})

/** How a line stands in the ledger: what the dealer owes for it, or its memo; the row that counts before one undone. */
function statusOf({ ledger }: ContractRead, code: string): LedgerStatus | null {
  const rows = (ledger ?? []).filter(
    ([of, , , , , type, offsetOf]) => of === code && lineTypes.includes(type) && offsetOf === null,
  )
  const sides = rows.some(([, isDealerCost]) => isDealerCost) ? rows.filter((row) => row[1]) : rows
  return (sides.find(([, , status]) => status !== 'Voided') ?? sides[0])?.[2] ?? null
}

const lineTypes: readonly string[] = ['ContractDisbursement', 'Refinalize']

/** The first of these that one of the lines is in says it for all. */
const wholeStatus = (statuses: readonly (LedgerStatus | null)[]): LedgerStatus | null =>
  (['InProcess', 'Open', 'Pending', 'Held', 'Paid', 'Voided'] as const).find((status) =>
    statuses.includes(status),
  ) ?? null

function totalsOf({ ledger, claims }: ContractRead): ContractModel['totals'] {
  const paid = (direction: 'Receive' | 'Pay') =>
    amountOf(sumCents((ledger ?? []).filter((row) => row[3] === direction).map((row) => row[4])))
  return {
    claimsPaid: amountOf(claims?.paid ?? (0 as Cents)),
    claimsAuthorized: amountOf(claims?.authorized ?? (0 as Cents)),
    received: paid('Receive'),
    paidOut: paid('Pay'),
  }
}

const transferShown = (
  { transfer, newOwner }: ReadTransfer,
  seals: Seals,
): ContractModel['transfers'][number] => ({
  id: transfer.id,
  contractId: transfer.contract_id,
  previousCustomer: shownPerson(transfer.previous_customer),
  newOwner: { ...personOf(newOwner, seals), customerId: transfer.new_customer_id },
  transferDate: transfer.transfer_date,
  odometer: transfer.odometer,
  fee: amountOf(transfer.fee),
  createdAt: new Date(transfer.created_at).toISOString(),
  createdBy: transfer.created_by,
})

export type Person = NonNullable<ContractModel['cobuyer']>

/** A person that is kept with the contract: the birth date is sealed, and shown is that there is one. */
export const shownPerson = (person: Person): Person => ({
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

/** A customer as a person. */
export function personOf(row: HolderRow, seals: Seals): Person {
  const nobody = {} as Caller
  const entries = personFields.map((name) => {
    const field = customer.fields[name]
    return [name, field?.show ? field.show(row, nobody, seals) : field?.read(row, seals)]
  })
  return Object.fromEntries(entries) as unknown as Person
}
