import { z } from 'zod'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'
import { ContractModel } from '../record/models.ts'

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
