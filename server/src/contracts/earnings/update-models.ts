import { z } from 'zod'
import { contractStatuses } from '../../domain/contract/states.ts'
import { CalendarDate, Id } from '../../http/schemas.ts'
import { CHUNK } from './bulk.ts'

const day = CalendarDate.describe('Up to this day; not after today.')

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
      .describe('Where it is not given, every contract that was ever put in force.'),
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
    message: 'Contracts are named by contractIds or by filter: one of them',
    // Whatever else is wrong: all faults are told at once.
    when: () => true,
  })

function namesContracts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return 'contractIds' in value !== 'filter' in value
}

/** One of three: contracts each with a day, contracts with one day, or what contracts are found by. */
export const UpdateEarnings = z.union([ByContract, ForOneDay]).meta({
  id: 'UpdateEarnings',
  description: `At most ${CHUNK} contracts.`,
  example: { asOfDate: '2025-03-31', contractIds: [1204, 1205] },
})
export type UpdateEarnings = z.output<typeof UpdateEarnings>
