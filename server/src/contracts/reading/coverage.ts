import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { type ContractGroup, contractGroups } from '../../domain/contract/coverage.ts'
import { amountOrNull } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'
import { componentLimit } from '../record/limits.ts'
import { ContractModel } from '../record/models.ts'
import { type ContractRow, seeContract } from '../record/rows.ts'

export const ComponentModel = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    coverageGroupId: Id,
    groupCode: z.string(),
    isCovered: z.boolean(),
    limit: Money.nullable().describe('The limit for this component; null: no separate limit.'),
  })
  .meta({
    id: 'ContractComponent',
    example: {
      ...{ id: 5, code: 'WATERPUMP', name: 'Water pump', coverageGroupId: 1, groupCode: 'Engine' },
      ...{ isCovered: true, limit: null },
    },
  })
export type ComponentModel = z.input<typeof ComponentModel>

export const CoverageGroupModel = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    components: z.array(ComponentModel),
    viaSurcharge: z
      .string()
      .nullable()
      .describe('The surcharge that added the group; null: the plan covers it.'),
  })
  .meta({ id: 'ContractCoverageGroup' })
export type CoverageGroupModel = z.input<typeof CoverageGroupModel>

/** A service that was performed or claimed. */
export const ServiceEventModel = z
  .object({
    id: Id,
    serviceId: Id.nullable(),
    serviceCode: z.string(),
    serviceDate: CalendarDate,
    odometer: z.int().nullable(),
    facilityId: Id.nullable(),
    invoiceNumber: z.string().nullable(),
    price: Money,
    status: z.enum(['Requested', 'Approved', 'Paid', 'Voided']),
    claimId: Id,
    detailId: Id.nullable(),
  })
  .meta({ id: 'PPMClaimEvent' })

export const ServiceDataModel = z
  .object({
    ...ContractModel.shape.ppmServices.element.shape,
    used: z.int(),
    reserved: z.int(),
    remaining: z.int(),
    nextDueDate: CalendarDate.nullable(),
    nextDueOdometer: z.int().nullable(),
    history: z.array(ServiceEventModel),
  })
  .meta({ id: 'PPMServiceData' })
export type ServiceDataModel = z.input<typeof ServiceDataModel>

interface CoverageReader {
  readonly db: Db
  readonly caller: Caller
  readonly contractId: number
}

/** Every component of the product, with whether the contract covers it. */
export async function listComponents(books: LiveBooks, reader: CoverageReader): Promise<ComponentModel[]> {
  const { row, groups } = await loadCoverage(books, reader)
  return groups.flatMap((group) => componentAnswers(row, group))
}

/** The groups that the contract covers. */
export async function listGroups(books: LiveBooks, reader: CoverageReader): Promise<CoverageGroupModel[]> {
  const { row, groups } = await loadCoverage(books, reader)
  return groups
    .filter(({ isCovered }) => isCovered)
    .map((group) => ({
      id: group.id,
      code: group.code,
      name: group.name,
      components: componentAnswers(row, group),
      viaSurcharge: group.viaSurcharge,
    }))
}

/** The contract stores what was sold; the other groups of the product are in the book it was sold with. */
async function loadCoverage(books: LiveBooks, { db, caller, contractId }: CoverageReader) {
  const row = await seeContract(db, caller, contractId)
  const live = await books.findVersion(caller, row.book_version)
  const product = live?.book.products.find(({ id }) => id === row.product_id)
  if (!live || !product)
    throw new Error(`The rate book that contract ${contractId} was sold with is missing.`)
  return { row, groups: contractGroups(product, live.book.coverageGroups, row.sold) }
}

const componentAnswers = (row: ContractRow, group: ContractGroup): ComponentModel[] =>
  group.components.map(({ id, code, name }) => {
    const limit = group.isCovered ? componentLimit(row, code) : null
    return {
      ...{ id, code, name, coverageGroupId: group.id, groupCode: group.code, isCovered: group.isCovered },
      limit: amountOrNull(limit),
    }
  })
