import { type BookLine, definitionForDates } from '../../domain/disbursements/book-lines.ts'
import type { ChangedOverride, Override } from '../../domain/disbursements/overrides.ts'
import { amountOrNull } from '../../domain/money.ts'
import type { Calculation, Program } from '../../domain/rate-book/rate-book.ts'
import type { AuditLogModel } from './models.ts'

/** A calculation as the API answers it. */
export function calculationFigures(calculation: Calculation, { factorTables }: Program) {
  const percent = calculation.type === 'PercentOf' ? calculation : undefined
  const amount = 'amount' in calculation ? calculation.amount : null
  const table = calculation.type === 'FactorTable' ? calculation.tables[0] : undefined
  return {
    calculationType: calculation.type,
    amount: amountOrNull(amount),
    percent: percent ? percent.percent / 1_000_000 : null,
    percentBase: percent ? (typeof percent.base === 'string' ? percent.base : [...percent.base]) : null,
    factorTableId: factorTables.find(({ code }) => code === table)?.id ?? null,
  }
}

const loggedFields = [
  'calculationType',
  'amount',
  'percent',
  'percentBase',
  'effectiveFrom',
  'effectiveTo',
] as const

/** The old and new value of each field that a change modifies, for the audit log. */
export function loggedChanges(line: BookLine, { before, after }: ChangedOverride): AuditLogModel['changes'] {
  // An override for every dealer replaces the figures of the rate book; one for a single holder has none before it.
  const inBook = after.holder === null ? definitionForDates(line, after, after.effectiveFrom) : null
  const previous = before ?? inBook
  const oldFigures = previous && loggedFigures(line, previous)
  const newFigures = loggedFigures(line, after)
  return loggedFields.flatMap((field) => {
    const [oldValue, newValue] = [oldFigures?.[field] ?? null, newFigures[field]]
    const isSame = JSON.stringify(oldValue) === JSON.stringify(newValue)
    return isSame ? [] : [{ disbursementId: after.id, field, oldValue, newValue }]
  })
}

function loggedFigures(
  line: BookLine,
  source: Pick<Override, 'calculation' | 'effectiveFrom' | 'effectiveTo'>,
): Record<(typeof loggedFields)[number], string | number | string[] | null> {
  const { effectiveFrom, effectiveTo } = source
  const calculation = source.calculation ?? definitionForDates(line, source, effectiveFrom).calculation
  return { ...calculationFigures(calculation, line.program), effectiveFrom, effectiveTo }
}
