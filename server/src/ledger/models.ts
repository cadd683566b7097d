import { z } from 'zod'
import { entryTypes } from '../domain/ledger/journal.ts'
import { directions, ledgerStatuses, ledgerTypes, ledgerWaits } from '../domain/ledger/rows.ts'
import { auditFields, CalendarDate, Id, Instant, Money, Reference, text } from '../http/schemas.ts'

const LedgerDetail = z
  .object({
    id: Id,
    cashTransactionId: Id,
    appliedAmount: Money,
    appliedAt: Instant,
    isReversal: z.boolean(),
  })
  .meta({
    id: 'LedgerDetail',
    description: 'The part of a cash transaction that was applied to the row, or reversed.',
  })

export const Ledger = z
  .object({
    id: Id,
    ledgerType: z.enum(ledgerTypes),
    ledgerStatus: z.enum(ledgerStatuses),
    waitsFor: z.enum(ledgerWaits).nullable(),
    direction: z
      .enum(directions)
      .describe(
        'Receive: the account holder owes the administrator. Pay: the administrator owes the account holder.',
      ),
    accountHolder: Reference,
    contract: Reference.nullable(),
    claim: Reference.nullable(),
    cancel: Reference.nullable(),
    productId: Id.nullable(),
    disbursementCode: z.string().nullable(),
    disbursementGroup: z.string().nullable(),
    amount: Money,
    paidAmount: Money,
    openAmount: Money,
    effectiveDate: CalendarDate,
    accountingDate: CalendarDate,
    dueDate: CalendarDate,
    isMemo: z.boolean().describe('A memo row is never paid. It is kept for calculations.'),
    reason: z.string().nullable(),
    holdId: Id.nullable(),
    inProcessCashTransactionId: Id.nullable(),
    offsetOfLedgerId: Id.nullable(),
    glAccount: z.string().nullable(),
    details: z.array(LedgerDetail),
    ...auditFields,
  })
  .meta({ id: 'Ledger' })
export type LedgerModel = z.input<typeof Ledger>

const Amount = Money.refine((amount) => amount > 0, {
  message: 'must be more than 0',
  params: { code: 'Range' },
})
const Reason = text(500)

export const NewLedger = z
  .strictObject({
    accountHolderId: Id,
    direction: z.enum(directions),
    amount: Amount,
    reason: Reason,
    contractId: Id.nullable().optional(),
    claimId: Id.nullable().optional(),
    disbursementCode: text(40).nullable().optional(),
    effectiveDate: CalendarDate.optional().describe('Today by default.'),
    dueDate: CalendarDate.optional().describe('The effective date by default.'),
  })
  .meta({ id: 'LedgerCreateData' })
export type NewLedgerData = z.output<typeof NewLedger>

export const LedgerPatch = z
  .strictObject({
    amount: Amount.optional(),
    dueDate: CalendarDate.optional(),
    status: z.literal('Voided').optional(),
    reason: Reason,
  })
  .superRefine(({ status, amount, dueDate }, context) => {
    if (status === undefined || (amount === undefined && dueDate === undefined)) return
    const message = 'A row cannot be voided and changed at once. Leave out the amount and the due date.'
    context.addIssue({ code: 'custom', path: ['status'], params: { code: 'Format' }, message })
  })
  .meta({ id: 'LedgerEditData' })
export type LedgerPatchData = z.output<typeof LedgerPatch>

export const JournalRow = z
  .object({
    id: Id,
    entryId: Id,
    entryType: z.enum(entryTypes),
    debitAccount: z.string(),
    creditAccount: z.string(),
    amount: Money,
    effectiveDate: CalendarDate,
    accountingDate: CalendarDate,
    contractId: Id.nullable(),
    claimId: Id.nullable(),
    cancelId: Id.nullable(),
    ledgerId: Id.nullable(),
    cashTransactionId: Id.nullable(),
    reversesId: Id.nullable(),
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'JournalRow' })
export type JournalModel = z.input<typeof JournalRow>

export const dateFields = ['Accounting', 'Effective'] as const

export const TrialBalance = z
  .object({
    asOfDate: CalendarDate,
    accounts: z.array(
      z.object({
        account: z.string(),
        accountHolder: Reference.nullable(),
        debit: Money,
        credit: Money,
        balance: Money.describe('Debit less credit.'),
      }),
    ),
    totalDebit: Money,
    totalCredit: Money,
  })
  .meta({ id: 'TrialBalance' })

export const AccountingPeriod = z
  .object({
    period: z.string().meta({ example: '2024-03' }),
    status: z.enum(['Open', 'Closed']),
    closedAt: Instant.nullable(),
    closedBy: z.string().nullable(),
  })
  .meta({ id: 'AccountingPeriod' })
export type AccountingPeriodModel = z.input<typeof AccountingPeriod>

export const AccountingPeriodPatch = z
  .strictObject({ status: z.enum(['Open', 'Closed']) })
  .meta({ id: 'AccountingPeriodEditData' })
