import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ServiceTerm } from '../contract/service-dues.ts'
import { centsOf } from '../money.ts'
import type { PlanService } from '../rate-book/rate-book.ts'
import {
  refuseServices,
  type ServiceEvent,
  serviceEventStatuses,
  serviceFigures,
  serviceStanding,
  servicesLeft,
} from './ppm.ts'

const oil: PlanService = {
  ...{ id: 1, code: 'OIL', name: 'Oil change', quantity: 6, intervalMonths: 6, intervalMiles: 7_500 },
  ...{ price: centsOf(55), toleranceMiles: 1_000, useRule: 'Anytime', sequence: 1 },
}
const tires: PlanService = { ...oil, id: 2, code: 'TIRES', name: 'Tire rotation', useRule: 'InWindow' }
const term: ServiceTerm = {
  ...{ effectiveDate: '2024-03-15', effectiveOdometer: 12_000 },
  ...{ expirationDate: '2027-03-15', expirationOdometer: 57_000 },
}

let lastId = 0
const event = (given: Partial<ServiceEvent>): ServiceEvent => ({
  ...{ id: ++lastId, serviceCode: 'OIL', serviceDate: '2024-09-15', odometer: 19_500 },
  ...{ status: 'Requested', isAuthorized: false },
  ...given,
})
const paid = () => event({ status: 'Paid', isAuthorized: true })
const facts = (events: readonly ServiceEvent[]) => ({ services: [oil, tires], term, events })

/** The codes of the refusals of each service that is asked for. */
const refused = (events: readonly ServiceEvent[], asked: readonly ServiceEvent[]) => {
  const found = refuseServices(
    facts([...events, ...asked]),
    asked.map((one) => ({ event: one, notInForce: [] })),
  )
  return asked.map(({ id }) => (found.get(id) ?? []).map(({ code }) => code).join(' '))
}

describe('services left', () => {
  test('a claimed service counts when it is authorized, and is used when its payment is requested', () => {
    const events = [
      event({}),
      event({ isAuthorized: true }),
      event({ status: 'Approved', isAuthorized: true }),
      paid(),
      event({ status: 'Voided', isAuthorized: true }),
      event({ serviceCode: 'TIRES', status: 'Paid' }),
    ]
    expect(servicesLeft(oil, events)).toEqual({ used: 2, reserved: 1, remaining: 4 })
    expect(serviceStanding(oil, term, { events, date: '2024-10-01', odometer: null })).toEqual({
      ...{ used: 2, reserved: 1, remaining: 4, due: { date: '2026-03-15', odometer: 42_000 } },
    })
  })
})

describe('the authorization of a service', () => {
  test('six services, and no seventh', () => {
    const five = Array.from({ length: 5 }, paid)
    expect(refused(five, [event({})])).toEqual([''])
    expect(refused([...five, event({ isAuthorized: true })], [event({})])).toEqual(['NoServicesLeft'])
    expect(refused(five, [event({}), event({})])).toEqual(['', 'NoServicesLeft'])
    expect(refused([...five, event({ status: 'Voided' })], [event({})])).toEqual([''])
  })

  test('at any time, however close to the last one', () => {
    expect(refused([paid()], [event({ serviceDate: '2024-09-16' })])).toEqual([''])
  })

  test('only near a due point, and once for each', () => {
    const rotation = (serviceDate: string, odometer: number) =>
      event({ serviceCode: 'TIRES', serviceDate, odometer })
    expect(refused([], [rotation('2024-12-15', 22_000)])).toEqual(['OutsideWindow'])
    expect(refused([], [rotation('2024-09-10', 19_000), rotation('2024-09-20', 19_700)])).toEqual([
      '',
      'OutsideWindow',
    ])
    expect(refused([], [rotation('2024-09-10', 19_000), rotation('2025-03-20', 27_100)])).toEqual(['', ''])
  })

  test('a service that is refused uses nothing up', () => {
    const late = event({ serviceCode: 'TIRES', serviceDate: '2024-09-20' })
    const found = refuseServices(facts([]), [
      { event: late, notInForce: [{ code: 'Suspended', message: 'The contract is suspended.' }] },
      { event: { ...late, id: 9_999 }, notInForce: [] },
    ])
    expect([...found.values()]).toEqual([[{ code: 'NotInForce', message: 'The contract is suspended.' }], []])
  })

  test('every refusal is listed, with what would be right', () => {
    const used = Array.from({ length: 6 }, () => event({ serviceCode: 'TIRES', status: 'Paid' }))
    const asked = event({ serviceCode: 'TIRES', serviceDate: '2026-12-15', odometer: 12_000 })
    const found = refuseServices(facts(used), [{ event: asked, notInForce: [] }])
    expect(found.get(asked.id)).toEqual([
      {
        code: 'NoServicesLeft',
        message: 'All 6 services of Tire rotation are used: 6 paid or being paid, 0 authorized.',
      },
      {
        code: 'OutsideWindow',
        message:
          'Tire rotation on 2026-12-15 is not within 30 days or 1000 miles of a due date that is still open.',
      },
    ])
  })

  test('the price of the contract is paid', () => {
    const price = centsOf(55)
    expect(serviceFigures(price)).toMatchObject({ requested: price, payable: price, customerPay: 0, tax: 0 })
  })
})

test('any services that are authorized one after the other leave none below zero', () => {
  const statuses = fc.constantFrom(...serviceEventStatuses)
  const events = fc.array(
    fc.record({
      serviceCode: fc.constantFrom('OIL', 'TIRES'),
      status: statuses,
      odometer: fc.option(fc.integer({ min: 12_000, max: 57_000 })),
      serviceDate: fc.constantFrom('2024-08-20', '2024-09-15', '2025-03-15', '2026-01-01', '2026-09-15'),
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(events, (given) => {
      const kept: ServiceEvent[] = []
      for (const one of given.map((each) => event(each))) {
        const found = refuseServices(facts(kept), [{ event: one, notInForce: [] }])
        if (found.get(one.id)?.length === 0) kept.push({ ...one, isAuthorized: true })
      }
      for (const service of [oil, tires]) {
        const { used, reserved, remaining } = servicesLeft(service, kept)
        expect(remaining).toBe(service.quantity - used)
        expect(remaining - reserved).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
