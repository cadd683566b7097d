import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { type ContractGroup, groupsOf } from '../../domain/contract/coverage.ts'
import { nextDue } from '../../domain/contract/service-dues.ts'
import { amountOf } from '../../domain/money.ts'
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
    limit: Money.nullable().describe('The most that is paid for it; null: no limit of its own.'),
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
    viaSurcharge: z.string().nullable().describe('The surcharge that it came with; null: the plan.'),
  })
  .meta({ id: 'ContractCoverageGroup' })
export type CoverageGroupModel = z.input<typeof CoverageGroupModel>

/** A service that was had, or is claimed. */
const ServiceEvent = z
  .object({
    id: Id,
    serviceId: Id,
    serviceCode: z.string(),
    serviceDate: CalendarDate,
    odometer: z.int().nullable(),
    facilityId: Id.nullable(),
    invoiceNumber: z.string().nullable(),
    price: Money,
    status: z.enum(['Requested', 'Approved', 'Paid', 'Voided']),
    claimId: Id,
    detailId: Id,
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
    history: z.array(ServiceEvent),
  })
  .meta({ id: 'PPMServiceData' })
export type ServiceDataModel = z.input<typeof ServiceDataModel>

interface Asking {
  readonly db: Db
  readonly caller: Caller
  readonly contractId: number
}

/** Every component of the product that was sold, with whether the contract covers it. */
export async function listComponents(books: LiveBooks, asking: Asking): Promise<ComponentModel[]> {
  const { row, groups } = await loadCoverage(books, asking)
  return groups.flatMap((group) => componentsOf(row, group))
}

/** The groups that the contract covers. */
export async function listGroups(books: LiveBooks, asking: Asking): Promise<CoverageGroupModel[]> {
  const { row, groups } = await loadCoverage(books, asking)
  return groups
    .filter(({ isCovered }) => isCovered)
    .map((group) => ({
      id: group.id,
      code: group.code,
      name: group.name,
      components: componentsOf(row, group),
      viaSurcharge: group.viaSurcharge,
    }))
}

/** What was sold is kept with the contract; what there is besides is in the book that it was sold with. */
async function loadCoverage(books: LiveBooks, { db, caller, contractId }: Asking) {
  const row = await seeContract(db, caller, contractId)
  const live = await books.findVersion(caller, row.book_version)
  const product = live?.book.products.find(({ id }) => id === row.product_id)
  if (!live || !product) throw new Error(`The book that contract ${contractId} was sold with is not there.`)
  return { row, groups: groupsOf(product, live.book.coverageGroups, row.sold) }
}

const componentsOf = (row: ContractRow, group: ContractGroup): ComponentModel[] =>
  group.components.map(({ id, code, name }) => {
    const limit = group.isCovered ? componentLimit(row, code) : null
    return {
      ...{ id, code, name, coverageGroupId: group.id, groupCode: group.code, isCovered: group.isCovered },
      limit: limit === null ? null : amountOf(limit),
    }
  })

export interface AsOf {
  readonly date: string
  /** Undefined: as far as the contract's odometer is known. */
  readonly odometer: number | undefined
}

/** The services of prepaid maintenance that a contract has, and when each is due next. Claims will use them up. */
export function servicesOf(row: ContractRow, asOf: AsOf): ServiceDataModel[] {
  const term = {
    effectiveDate: row.effective_date,
    effectiveOdometer: row.effective_odometer,
    expirationDate: row.expiration_date,
    expirationOdometer: row.expiration_odometer,
  }
  const odometer = asOf.odometer ?? row.last_odometer
  const isOver = row.status === 'Voided' || row.status === 'Cancelled'
  return row.sold.services.map((service) => {
    const [used, reserved] = [0, 0]
    const due = isOver
      ? undefined
      : nextDue(service, term, { taken: used + reserved, date: asOf.date, odometer })
    return {
      ...service,
      price: amountOf(service.price),
      used,
      reserved,
      remaining: service.quantity - used,
      nextDueDate: due?.date ?? null,
      nextDueOdometer: due?.odometer ?? null,
      history: [],
    }
  })
}
