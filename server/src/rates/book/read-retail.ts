import { findClashes } from '../../domain/rate-book/clashes.ts'
import type { EffectiveDates, RetailCap, RetailRule } from '../../domain/rate-book/rate-book.ts'
import { code, money, oneOf, percent, state, words } from '../../files/cells.ts'
import {
  itemsOf,
  type Member,
  type Members,
  may,
  mayList,
  must,
  objectsOf,
  otherwise,
  readObject,
  readText,
} from '../../files/objects.ts'
import { lineOf, type Place, type Reading, type Row, refuse, refuseUnknown } from '../../files/reading.ts'
import { datedMembers, daysOf, firstDayWithout, refuseDates } from './effective.ts'

const types = ['Open', 'MSRP', 'Filed', 'MarkupCap', 'CapOfFinanced', 'CapOfVehiclePrice'] as const
const capTypes = ['Price', 'Markup', 'MarkupPercent', 'PercentOfFinanced', 'PercentOfVehiclePrice'] as const

/** The caps that a type is about: it has one of them. */
const capsOfType: Readonly<Partial<Record<RetailRule['type'], readonly RetailCap['type'][]>>> = {
  MarkupCap: ['Markup', 'MarkupPercent'],
  CapOfFinanced: ['PercentOfFinanced'],
  CapOfVehiclePrice: ['PercentOfVehiclePrice'],
}

const capMembers: Readonly<Record<RetailCap['type'], object>> = {
  Price: { amount: must(money) },
  Markup: { amount: must(money) },
  MarkupPercent: { percent: must(percent) },
  PercentOfFinanced: { percent: must(percent), atLeast: may(money) },
  PercentOfVehiclePrice: { percent: must(percent), atLeast: may(money) },
}

/** A list of caps; their members depend on the type. */
const caps: Member<readonly RetailCap[]> = (node, at) =>
  itemsOf(node, at).flatMap((item) => {
    const place = { ...at, line: item.line }
    const given = item.kind === 'map' ? item.entries.get('type')?.node : undefined
    if (!given) {
      refuse(at.reading, place, `A cap says its type: ${capTypes.join(', ')}.`)
      return []
    }
    const type = readText(oneOf(capTypes), given, { ...place, name: 'type' })
    if (given.kind !== 'text' || given.text !== type) return []
    // The members of each type are those of its cap.
    const members = { type: must(oneOf(capTypes)), ...capMembers[type] } as Members<RetailCap>
    return [readObject<RetailCap>(item, place, members).values]
  })

/** The member `retail` of a program. */
export const retailMember: Member<readonly Row<RetailRule>[]> = objectsOf<RetailRule>({
  states: mayList(state),
  plans: mayList(code),
  type: must(oneOf(types)),
  suggestedMarkup: may(money),
  suggestedMarkupPercent: may(percent),
  suggestedPrice: may(money),
  minimum: may(money),
  caps,
  rounding: otherwise(oneOf(['None', 'UpTo1', 'UpTo5', 'End9']), 'None'),
  regulatedRuleId: may(words(100)),
  ...datedMembers,
})

export function finishRetail(
  reading: Reading,
  file: string,
  rows: readonly Row<RetailRule>[],
  { plans, ...sold }: EffectiveDates & { readonly plans: readonly string[] },
): RetailRule[] {
  for (const row of rows) {
    const place = { file, line: lineOf(row, 'plans') }
    for (const plan of row.values.plans ?? [])
      refuseUnknown(reading, place, { what: 'plan', code: plan, known: plans })
    refuseDates(reading, { file, line: lineOf(row, 'effectiveTo') }, row.values)
    checkRule(reading, { file, line: row.line }, row.values)
  }
  const forAll = rows.filter(({ values }) => values.states === null && values.plans === null)
  const day = firstDayWithout(
    sold,
    forAll.map(({ values }) => values),
  )
  if (day !== undefined)
    refuse(
      reading,
      { file, line: (forAll[0] ?? rows[0])?.line ?? 1 },
      `There is no retail rule for all states and plans that no other rule is for${forAll.length > 0 ? ` on ${day}` : ''}.`,
    )
  refuseTwice(reading, file, rows)
  return rows.map(({ values }) => values)
}

function checkRule(reading: Reading, place: Place, rule: RetailRule): void {
  const { type, suggestedPrice, suggestedMarkup, suggestedMarkupPercent } = rule
  const onTop = suggestedMarkup !== null || suggestedMarkupPercent !== null
  if (suggestedPrice !== null && onTop)
    refuse(reading, place, 'A rule suggests a price or a markup, not both.')
  if ((type === 'MSRP' || type === 'Filed') && suggestedPrice === null && !onTop)
    refuse(reading, place, `A rule ${type} says the price: suggestedPrice, or a suggestedMarkup.`)
  const needed = capsOfType[type]
  if (needed && !rule.caps.some((cap) => needed.includes(cap.type)))
    refuse(reading, place, `A rule ${type} has a cap ${needed.join(' or ')}.`)
}

/**
 * A state counts more than a plan, and what is for some days more than what is for all, so that two rules are in each
 * other's way only if they name the same.
 */
function refuseTwice(reading: Reading, file: string, rows: readonly Row<RetailRule>[]): void {
  const fitting = rows.flatMap(({ line, values }) =>
    [...new Set(values.states ?? [''])].flatMap((of) =>
      [...new Set(values.plans ?? [''])].map((plan) => ({
        line,
        codes: [of, plan],
        ranges: [daysOf(values)],
      })),
    ),
  )
  for (const { line, other } of findClashes(fitting))
    refuse(reading, { file, line }, `The retail rule on line ${other} is for the same state and plan.`)
}
