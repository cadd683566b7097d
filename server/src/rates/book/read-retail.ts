import { findClashes } from '../../domain/rate-book/clashes.ts'
import { effectiveRange, firstUncoveredDay } from '../../domain/rate-book/effective-dates.ts'
import type { EffectiveDates, RetailCap, RetailRule } from '../../domain/rate-book/rate-book.ts'
import {
  choiceCell,
  codeCell,
  defaultedField,
  moneyCell,
  optionalField,
  percentCell,
  requiredField,
  stateCell,
  textCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates } from '../../files/effective-dates.ts'
import {
  type FieldReader,
  listItems,
  type ObjectFields,
  objectList,
  optionalValueList,
  readObject,
  readValue,
} from '../../files/objects.ts'
import {
  type FilePlace,
  type FileReading,
  type FileRow,
  fieldLine,
  reportFault,
  reportUnknown,
} from '../../files/reading.ts'

const types = ['Open', 'MSRP', 'Filed', 'MarkupCap', 'CapOfFinanced', 'CapOfVehiclePrice'] as const
const capTypes = ['Price', 'Markup', 'MarkupPercent', 'PercentOfFinanced', 'PercentOfVehiclePrice'] as const

/** The caps that belong to a type: its rule must have one of them. */
const capsOfType: Readonly<Partial<Record<RetailRule['type'], readonly RetailCap['type'][]>>> = {
  MarkupCap: ['Markup', 'MarkupPercent'],
  CapOfFinanced: ['PercentOfFinanced'],
  CapOfVehiclePrice: ['PercentOfVehiclePrice'],
}

const capFields: Readonly<Record<RetailCap['type'], object>> = {
  Price: { amount: requiredField(moneyCell) },
  Markup: { amount: requiredField(moneyCell) },
  MarkupPercent: { percent: requiredField(percentCell) },
  PercentOfFinanced: { percent: requiredField(percentCell), atLeast: optionalField(moneyCell) },
  PercentOfVehiclePrice: { percent: requiredField(percentCell), atLeast: optionalField(moneyCell) },
}

/** A list of caps. The fields of a cap depend on its type. */
const caps: FieldReader<readonly RetailCap[]> = (node, at) =>
  listItems(node, at).flatMap((item) => {
    const place = { ...at, line: item.line }
    const typeNode = item.kind === 'map' ? item.entries.get('type')?.node : undefined
    if (!typeNode) {
      reportFault(at.reading, place, `A cap needs a type: ${capTypes.join(', ')}.`)
      return []
    }
    const type = readValue(choiceCell(capTypes), typeNode, { ...place, name: 'type' })
    if (typeNode.kind !== 'text' || typeNode.text !== type) return []
    // The fields of each type are those of its cap.
    const fields = {
      type: requiredField(choiceCell(capTypes)),
      ...capFields[type],
    } as ObjectFields<RetailCap>
    return [readObject<RetailCap>(item, place, fields).values]
  })

/** The field `retail` of a program. */
export const retailField: FieldReader<readonly FileRow<RetailRule>[]> = objectList<RetailRule>({
  states: optionalValueList(stateCell),
  plans: optionalValueList(codeCell),
  type: requiredField(choiceCell(types)),
  suggestedMarkup: optionalField(moneyCell),
  suggestedMarkupPercent: optionalField(percentCell),
  suggestedPrice: optionalField(moneyCell),
  minimum: optionalField(moneyCell),
  caps,
  rounding: defaultedField(choiceCell(['None', 'UpTo1', 'UpTo5', 'End9']), 'None'),
  regulatedRuleId: optionalField(textCell(100)),
  ...datedFields,
})

export function finishRetail(
  reading: FileReading,
  file: string,
  rows: readonly FileRow<RetailRule>[],
  { plans, ...sold }: EffectiveDates & { readonly plans: readonly string[] },
): RetailRule[] {
  for (const row of rows) {
    const place = { file, line: fieldLine(row, 'plans') }
    for (const plan of row.values.plans ?? [])
      reportUnknown(reading, place, { what: 'plan', code: plan, known: plans })
    reportReversedDates(reading, { file, line: fieldLine(row, 'effectiveTo') }, row.values)
    checkRule(reading, { file, line: row.line }, row.values)
  }
  const forAll = rows.filter(({ values }) => values.states === null && values.plans === null)
  const day = firstUncoveredDay(
    sold,
    forAll.map(({ values }) => values),
  )
  if (day !== undefined)
    reportFault(
      reading,
      { file, line: (forAll[0] ?? rows[0])?.line ?? 1 },
      `There is no general retail rule${forAll.length > 0 ? ` on ${day}` : ''}. Add a rule without states and plans.`,
    )
  reportConflicts(reading, file, rows)
  return rows.map(({ values }) => values)
}

function checkRule(reading: FileReading, place: FilePlace, rule: RetailRule): void {
  const { type, suggestedPrice, suggestedMarkup, suggestedMarkupPercent } = rule
  const hasMarkup = suggestedMarkup !== null || suggestedMarkupPercent !== null
  if (suggestedPrice !== null && hasMarkup)
    reportFault(reading, place, 'A rule may suggest a price or a markup, not both.')
  if ((type === 'MSRP' || type === 'Filed') && suggestedPrice === null && !hasMarkup)
    reportFault(reading, place, `A ${type} rule needs a suggestedPrice or a suggestedMarkup.`)
  const needed = capsOfType[type]
  if (needed && !rule.caps.some((cap) => needed.includes(cap.type)))
    reportFault(reading, place, `A ${type} rule needs a cap of type ${needed.join(' or ')}.`)
}

/**
 * A rule for a state goes before a rule for a plan, and a rule with dates before a rule without. Two rules conflict
 * only if they name the same.
 */
function reportConflicts(reading: FileReading, file: string, rows: readonly FileRow<RetailRule>[]): void {
  const fitting = rows.flatMap(({ line, values }) =>
    [...new Set(values.states ?? [''])].flatMap((state) =>
      [...new Set(values.plans ?? [''])].map((plan) => ({
        line,
        codes: [state, plan],
        ranges: [effectiveRange(values)],
      })),
    ),
  )
  for (const { line, other } of findClashes(fitting))
    reportFault(reading, { file, line }, `The retail rule on line ${other} is for the same state and plan.`)
}
