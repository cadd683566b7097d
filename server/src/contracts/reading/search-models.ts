import { z } from 'zod'
import { contractStatuses } from '../../domain/contract/states.ts'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'
import { fundingStatuses } from '../record/models.ts'

const text = z.string().nullable()

/** A contract as lists show it. */
export const ContractSearchResult = z
  .object({
    id: Id,
    number: text.describe('A quote has none.'),
    status: z.enum(contractStatuses),
    fundingStatus: z.enum(fundingStatuses),
    customerName: text,
    vin: text,
    year: z.int().nullable(),
    make: text,
    model: text,
    productName: z.string(),
    planName: z.string(),
    termMonths: z.int(),
    termMiles: z.int().nullable(),
    saleDate: CalendarDate,
    expirationDate: CalendarDate,
    dealerNumber: z.string(),
    dealerName: z.string(),
    retailPrice: Money,
    dealerCost: Money,
  })
  .meta({ id: 'ContractSearchResult' })
export type ContractSearchResult = z.input<typeof ContractSearchResult>
