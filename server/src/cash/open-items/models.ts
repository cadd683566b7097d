import { z } from 'zod'
import { settlementReasons } from '../../domain/cash/pay-receive.ts'
import { ledgerTypes } from '../../domain/ledger/rows.ts'
import { CalendarDate, Id, Money, Reference } from '../../http/schemas.ts'
import { Ledger } from '../../ledger/models.ts'

export const PayReceive = z
  .object({
    accountHolder: Reference,
    receive: z.array(Ledger),
    pay: z.array(Ledger),
    totalReceive: Money,
    totalPay: Money,
    net: Money.describe('What the account holder owes. Negative if the administrator owes more.'),
    isEligible: z.boolean(),
    reasons: z.array(z.enum(settlementReasons)),
  })
  .meta({ id: 'PayReceiveLedgers' })
export type PayReceiveModel = z.input<typeof PayReceive>

export const UnpaidProduct = z
  .object({
    productId: Id.nullable(),
    productName: z.string().nullable(),
    contractCount: z.int(),
    ledgerIds: z.array(Id),
    receive: Money,
    pay: Money,
    net: Money,
    oldestDue: CalendarDate,
  })
  .meta({ id: 'UnpaidLedgerProduct' })
export type UnpaidProductModel = z.input<typeof UnpaidProduct>

export const AgingRow = z
  .object({
    accountHolder: Reference,
    current: Money,
    days1To30: Money,
    days31To60: Money,
    days61To90: Money,
    over90: Money,
    total: Money,
  })
  .meta({ id: 'Aging' })
export type AgingModel = z.input<typeof AgingRow>

export const LedgerSummary = z
  .object({
    keys: z
      .object({
        accountHolderId: Id.nullable().optional(),
        disbursementCode: z.string().nullable().optional(),
        productId: Id.nullable().optional(),
        programId: Id.nullable().optional(),
        month: z.string().optional().meta({ example: '2024-03' }),
        ledgerType: z.enum(ledgerTypes).optional(),
      })
      .describe('The keys that the summary is grouped by, and no others. Null where a row has none.'),
    count: z.int(),
    written: Money.describe('ContractDisbursement and Refinalize. What is owed to us is positive.'),
    cancelled: Money.describe('Cancel, CancelFee and Reinstatement.'),
    claims: Money.describe('Claim and InspectionFee.'),
    other: Money,
    net: Money.describe('received - paid + open + held + pending'),
    paid: Money,
    received: Money,
    open: Money,
    held: Money,
    pending: Money.describe('What waits until the contract is funded.'),
  })
  .meta({ id: 'LedgerSummary' })
export type LedgerSummaryModel = z.input<typeof LedgerSummary>
