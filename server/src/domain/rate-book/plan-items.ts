import type { UnnumberedProgram } from './book.ts'
import type { BookItemPart } from './item.ts'
import { datesText, limitText, listFact, moneyFact, numberFact } from './words.ts'

type Plan = UnnumberedProgram['plans'][number]

/** A plan, and what it offers. */
export function planParts(plan: Plan): BookItemPart[] {
  const partOf = `plan ${plan.code}`
  return [
    {
      name: partOf,
      facts: {
        name: plan.name,
        'coverage type': plan.coverageType,
        'coverage groups': listFact(plan.coverageGroups),
        'waiting days': numberFact(plan.waitingDays),
        'waiting miles': numberFact(plan.waitingMiles),
        'display order': numberFact(plan.displayOrder),
        eligibility: plan.eligibility,
        'maximum loan to value': plan.maximumLtv === null ? null : `${plan.maximumLtv}%`,
        'maximum GAP benefit': plan.gap && (moneyFact(plan.gap.maximumBenefit) ?? 'no limit'),
        'covered insurance deductible': plan.gap && moneyFact(plan.gap.deductibleLimit),
        dates: datesText(plan),
      },
    },
    ...plan.terms.map(({ term, conditions, ...limits }) => ({
      ...offered,
      partOf,
      name: `the term ${term} of ${plan.code}`,
      facts: {
        conditions: listFact(conditions),
        'minimum odometer': numberFact(limits.minimumOdometer),
        'maximum odometer': numberFact(limits.maximumOdometer),
        'maximum vehicle age': numberFact(limits.maximumVehicleAge),
        'maximum expiration odometer': numberFact(limits.maximumExpirationOdometer),
        eligibility: limits.eligibility,
        dates: datesText(limits),
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
        quantity: numberFact(service.quantity),
        'interval in months': numberFact(service.intervalMonths),
        'interval in miles': numberFact(service.intervalMiles),
        price: moneyFact(service.price),
        'tolerance in miles': numberFact(service.toleranceMiles),
        'use rule': service.useRule,
        sequence: numberFact(service.sequence),
      },
    })),
    ...limitParts(plan, partOf),
    ...plan.benefits.map(({ code, ...benefit }) => ({
      partOf,
      name: `benefit ${code} of ${plan.code}`,
      facts: {
        name: benefit.name,
        unit: benefit.unit,
        'cap per unit': moneyFact(benefit.unitCap),
        'maximum units': numberFact(benefit.maximumUnits),
        'cap per contract': moneyFact(benefit.contractCap),
      },
    })),
  ]
}

/** A limit is named by its scope, components and criteria. */
const limitParts = ({ code, limits }: Plan, partOf: string): BookItemPart[] =>
  limits.map(({ scope, components, criteria, ...limit }) => ({
    partOf,
    name: [
      `the limit ${scope} of ${code}`,
      ...(components === null ? [] : [`for ${components.join(', ')}`]),
      ...(criteria === null ? [] : [`if ${criteria}`]),
    ].join(' '),
    facts: { amount: limitText(limit) },
  }))

const offered = { addedText: 'is offered', removedText: 'is no longer offered' }
