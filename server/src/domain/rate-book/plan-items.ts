import type { UnnumberedProgram } from './book.ts'
import type { Part } from './item.ts'
import { amount, days, limitWords, list, number } from './words.ts'

type Plan = UnnumberedProgram['plans'][number]

/** A plan, and the things that it offers. */
export function planParts(plan: Plan): Part[] {
  const partOf = `plan ${plan.code}`
  return [
    {
      name: partOf,
      facts: {
        name: plan.name,
        'coverage type': plan.coverageType,
        'coverage groups': list(plan.coverageGroups),
        'waiting days': number(plan.waitingDays),
        'waiting miles': number(plan.waitingMiles),
        'place in lists': number(plan.displayOrder),
        eligibility: plan.eligibility,
        'greatest loan to value': plan.maximumLtv === null ? null : `${plan.maximumLtv}%`,
        'greatest GAP benefit': plan.gap && (amount(plan.gap.maximumBenefit) ?? 'without limit'),
        'insurance deductible covered': plan.gap && amount(plan.gap.deductibleLimit),
        dates: days(plan),
      },
    },
    ...plan.terms.map(({ term, conditions, ...limits }) => ({
      ...offered,
      partOf,
      name: `the term ${term} of ${plan.code}`,
      facts: {
        conditions: list(conditions),
        'least odometer': number(limits.minimumOdometer),
        'greatest odometer': number(limits.maximumOdometer),
        'greatest age': number(limits.maximumVehicleAge),
        'greatest odometer at its end': number(limits.maximumExpirationOdometer),
        eligibility: limits.eligibility,
        dates: days(limits),
      },
    })),
    ...plan.deductibles.map((deductible) => ({
      ...offered,
      partOf,
      name: `the deductible ${deductible} of ${plan.code}`,
      facts: {},
    })),
    ...plan.services.map(({ code, ...service }) => ({
      partOf,
      name: `service ${code} of ${plan.code}`,
      facts: {
        name: service.name,
        quantity: number(service.quantity),
        'interval in months': number(service.intervalMonths),
        'interval in miles': number(service.intervalMiles),
        price: amount(service.price),
        'tolerance in miles': number(service.toleranceMiles),
        use: service.useRule,
        place: number(service.sequence),
      },
    })),
    ...limitParts(plan, partOf),
    ...plan.benefits.map(({ code, ...benefit }) => ({
      partOf,
      name: `benefit ${code} of ${plan.code}`,
      facts: {
        name: benefit.name,
        unit: benefit.unit,
        'cap of a unit': amount(benefit.unitCap),
        'greatest number of units': number(benefit.maximumUnits),
        'cap of a contract': amount(benefit.contractCap),
      },
    })),
  ]
}

/** Limits are told apart by what they are of and when they count. */
const limitParts = ({ code, limits }: Plan, partOf: string): Part[] =>
  limits.map(({ scope, components, criteria, ...limit }) => ({
    partOf,
    name: [
      `the limit ${scope} of ${code}`,
      ...(components === null ? [] : [`for ${components.join(', ')}`]),
      ...(criteria === null ? [] : [`if ${criteria}`]),
    ].join(' '),
    facts: { amount: limitWords(limit) },
  }))

const offered = { comes: 'is offered', goes: 'is no longer offered' }
