import { z } from 'zod'
import { batchDirections, batchStatuses } from '../../domain/cash/batches.ts'
import { cashMethods } from '../../domain/cash/cash.ts'
import { directions } from '../../domain/ledger/rows.ts'
import { auditFields, CalendarDate, Id, Money, optionalText, Reference, text } from '../../http/schemas.ts'
import { PositiveMoney } from '../transactions/models.ts'

const BatchLedger = z
  .object({
    ledgerId: Id,
    contractNumber: z.string().nullable(),
    claimNumber: z.string().nullable(),
    direction: z.enum(directions),
    disbursementCode: z.string().nullable(),
    amount: Money,
  })
  .meta({ id: 'InProcessCashTransactionLedger' })

export const Batch = z
  .object({
    id: Id,
    status: z.enum(batchStatuses),
    direction: z.enum(batchDirections),
    accountHolder: Reference,
    method: z.enum(cashMethods),
    availablePaymentMethodId: Id.nullable(),
    memo: z.string().nullable(),
    ledgers: z.array(BatchLedger),
    totalPay: Money,
    totalReceive: Money,
    netAmount: Money.describe('What is received less what is paid. Below zero, the administrator pays.'),
    scheduledDate: CalendarDate.nullable(),
    cashTransactionIds: z.array(Id),
    ...auditFields,
  })
  .meta({ id: 'InProcessCashTransaction' })
export type BatchModel = z.input<typeof Batch>

const Filter = z
  .strictObject({
    accountHolderId: Id.optional(),
    direction: z.enum(directions).optional(),
    productId: Id.optional(),
    saleDateFrom: CalendarDate.optional(),
    saleDateTo: CalendarDate.optional(),
    contractNumber: text(40).optional(),
    includeCancels: z.boolean().default(true),
    dueBefore: CalendarDate.optional(),
  })
  .meta({
    id: 'UnpaidLedgerFilter',
    description: 'All open rows of the account holder that fit, instead of a list of ids.',
  })
export type BatchFilter = z.output<typeof Filter>

export const NewBatch = z
  .strictObject({
    accountHolderId: Id,
    direction: z.enum(batchDirections),
    ledgerIds: z.array(Id).max(20_000).optional(),
    filter: Filter.optional(),
    method: z
      .enum(cashMethods)
      .optional()
      .describe('Check by default, or that of the chosen payment method.'),
    availablePaymentMethodId: Id.nullable().optional(),
    scheduledDate: CalendarDate.nullable().optional(),
    memo: optionalText(500).optional(),
  })
  .superRefine(({ ledgerIds, filter, accountHolderId }, context) => {
    const fault = (path: string[], code: string, message: string) =>
      context.addIssue({ code: 'custom', path, params: { code }, message })
    if (ledgerIds === undefined && filter === undefined)
      fault(['ledgerIds'], 'Required', 'is required, or a filter instead')
    if (ledgerIds !== undefined && filter !== undefined)
      fault(['filter'], 'Format', 'cannot be sent together with ledgerIds')
    if (filter?.accountHolderId !== undefined && filter.accountHolderId !== accountHolderId)
      fault(['filter', 'accountHolderId'], 'Format', 'must be the account holder of the batch')
  })
  .meta({
    id: 'InProcessCashTransactionRequest',
    example: { accountHolderId: 12, direction: 'Receive', ledgerIds: [501, 502], method: 'Check' },
  })
export type NewBatchData = z.output<typeof NewBatch>

export const ProcessRequest = z
  .strictObject({
    amountConfirmed: Money.describe('The net amount of the batch, without a sign.'),
    effectiveDate: CalendarDate.optional().describe('The day on which the money moved. Today by default.'),
    checkNumber: text(30).nullable().optional(),
    reference: optionalText(100).optional(),
    amountReceived: PositiveMoney.optional().describe(
      'What came, when it is not what was due. Receipts only.',
    ),
    writeOffDifference: z
      .boolean()
      .default(false)
      .describe('Pays all rows and books a small difference as over or short.'),
    ach: z.boolean().optional().describe('Sends the payment by ACH, whatever the method of the batch.'),
  })
  .meta({
    id: 'ProcessInProcessCashTransactionRequest',
    example: { amountConfirmed: 1362.93, checkNumber: '10441', effectiveDate: '2024-04-12' },
  })
export type ProcessData = z.output<typeof ProcessRequest>
