import { isInFreeWindow, nextDue, type ServicePoint, type ServiceTerm } from '../contract/service-dues.ts'
import type { CalendarDate } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'
import type { PlanService } from '../rate-book/rate-book.ts'
import type { DetailFigures, Reason } from './claim.ts'

// Prepaid maintenance: how many services are left, and whether one can be authorized. The contract's price of a service is
// paid, whatever the invoice says.

/** Claimed, payment requested, paid, given back. */
export const serviceEventStatuses = ['Requested', 'Approved', 'Paid', 'Voided'] as const

/** A service that was performed, or for which a claim was entered. */
export interface ServiceEvent {
  readonly id: number
  readonly serviceCode: string
  readonly serviceDate: CalendarDate
  readonly odometer: number | null
  readonly status: (typeof serviceEventStatuses)[number]
  /** Its detail is authorized. */
  readonly isAuthorized: boolean
}

export interface ServicesLeft {
  /** Events with a payment request that was not voided. */
  readonly used: number
  /** Events that are authorized and have no payment request yet. */
  readonly reserved: number
  readonly remaining: number
}

const isUsed = ({ status }: ServiceEvent) => status === 'Approved' || status === 'Paid'
const isReserved = ({ status, isAuthorized }: ServiceEvent) => status === 'Requested' && isAuthorized

/** How many services of one kind are left. The events may be of all kinds. */
export function servicesLeft(
  { code, quantity }: Pick<PlanService, 'code' | 'quantity'>,
  events: readonly ServiceEvent[],
): ServicesLeft {
  const own = events.filter(({ serviceCode }) => serviceCode === code)
  const used = own.filter(isUsed).length
  return { used, reserved: own.filter(isReserved).length, remaining: quantity - used }
}

/** Where the used and reserved services of one kind were performed. */
const usesOf = (code: string, events: readonly ServiceEvent[]): ServicePoint[] =>
  events
    .filter((event) => event.serviceCode === code && (isUsed(event) || isReserved(event)))
    .map(({ serviceDate, odometer }) => ({ date: serviceDate, odometer }))

/** What is left of a service, and when the next one is due. */
export const serviceStanding = (
  service: PlanService,
  term: ServiceTerm,
  { events, ...point }: ServicePoint & { readonly events: readonly ServiceEvent[] },
) => ({
  ...servicesLeft(service, events),
  due: nextDue(service, term, { ...point, uses: usesOf(service.code, events) }),
})

export interface ServiceRefusal extends Reason {
  readonly code: 'NotInForce' | 'NoServicesLeft' | 'OutsideWindow'
}

/** A service to authorize. */
export interface AskedService {
  readonly event: ServiceEvent
  /** Why the contract is not in force on the day and at the odometer of the service. Empty: it is in force. */
  readonly notInForce: readonly Reason[]
}

interface AuthorizationFacts {
  readonly services: readonly PlanService[]
  readonly term: ServiceTerm
  /** All events of the contract. */
  readonly events: readonly ServiceEvent[]
}

/**
 * Why services cannot be authorized, by the id of the event; an empty list: it can. Services that are authorized together
 * use up what is left in their order.
 */
export function refuseServices(
  { services, term, events }: AuthorizationFacts,
  asked: readonly AskedService[],
): ReadonlyMap<number, readonly ServiceRefusal[]> {
  const askedIds = new Set(asked.map(({ event }) => event.id))
  const taken = events.filter(({ id }) => !askedIds.has(id))
  const refusals = new Map<number, readonly ServiceRefusal[]>()
  for (const { event, notInForce } of asked) {
    const service = services.find(({ code }) => code === event.serviceCode)
    if (!service) throw new Error(`The contract has no service ${event.serviceCode}.`)
    const found = [...inForceRefusals(notInForce), ...useRefusals(service, term, taken, event)]
    refusals.set(event.id, found)
    if (found.length === 0) taken.push({ ...event, status: 'Requested', isAuthorized: true })
  }
  return refusals
}

const inForceRefusals = (reasons: readonly Reason[]): ServiceRefusal[] =>
  reasons.length === 0
    ? []
    : [{ code: 'NotInForce', message: reasons.map(({ message }) => message).join(' ') }]

function useRefusals(
  service: PlanService,
  term: ServiceTerm,
  taken: readonly ServiceEvent[],
  event: ServiceEvent,
): ServiceRefusal[] {
  const { code, name, quantity, useRule, toleranceMiles } = service
  const { used, reserved } = servicesLeft(service, taken)
  const refusals: ServiceRefusal[] = []
  if (quantity - used - reserved < 1)
    refusals.push({
      code: 'NoServicesLeft',
      message: `All ${quantity} services of ${name} are used: ${used} paid or being paid, ${reserved} authorized.`,
    })
  const point = { date: event.serviceDate, odometer: event.odometer }
  if (useRule === 'InWindow' && !isInFreeWindow(service, term, { ...point, uses: usesOf(code, taken) }))
    refusals.push({
      code: 'OutsideWindow',
      message: `${name} on ${event.serviceDate} is not within 30 days or ${toleranceMiles} miles of a due date that is still open.`,
    })
  return refusals
}

/** The figures of the detail of a service: its price, without tax and deductible. */
export const serviceFigures = (price: Cents): DetailFigures => ({
  ...{ labor: [], parts: [], misc: [], adjustments: [] },
  ...{ requested: price, adjusted: price, payable: price },
  ...{ tax: ZERO, deductibleApplied: ZERO, overLimit: ZERO, notCovered: ZERO, customerPay: ZERO },
})
