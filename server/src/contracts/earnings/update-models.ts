import { z } from 'zod'
import { contractStatuses } from '../../domain/contract/states.ts'
import { CalendarDate, Id } from '../../http/schemas.ts'
import { CHUNK } from './bulk.ts'

const day = CalendarDate.describe('Post earnings up to this date, which cannot be later than today.')

const ContractEarningData = z.strictObject({ contractId: Id, asOfDate: day }).meta({
  id: 'ContractEarningData',
  example: { contractId: 1204, asOfDate: '2025-03-31' },
})

const ByContract = z.array(ContractEarningData).min(1).max(CHUNK)

const EarningFilter = z
  .strictObject({
    productTypeCode: z.string().min(1).max(40).optional(),
    dealerId: Id.optional(),
    status: z
      .array(z.enum(contractStatuses))
      .min(1)
      .max(contractStatuses.length)
      .optional()
      .describe('Default: every contract that was ever finalized.'),
  })
  .meta({ id: 'EarningFilter' })
export type EarningFilter = z.output<typeof EarningFilter>

const ForOneDay = z
  .strictObject({
    asOfDate: day,
    contractIds: z.array(Id).min(1).max(CHUNK).optional(),
    filter: EarningFilter.optional(),
  })
  .refine(namesContracts, {
    path: ['contractIds'],
    params: { code: 'Required' },
    message: 'Give either contractIds or filter, and not both',
    // Checked even if other fields are wrong, so that all faults are listed together.
    when: () => true,
  })

function namesContracts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return 'contractIds' in value !== 'filter' in value
}

/** Contracts with a date each, contracts with one date for all, or a filter with a date. */
export const UpdateEarnings = z.union([ByContract, ForOneDay]).meta({
  id: 'UpdateEarnings',
  description: `At most ${CHUNK} contracts.`,
  example: { asOfDate: '2025-03-31', contractIds: [1204, 1205] },
})
export type UpdateEarnings = z.output<typeof UpdateEarnings>
