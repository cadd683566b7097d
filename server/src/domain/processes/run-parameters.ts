import { isCalendarDate } from '../dates.ts'

/** What is wrong with a parameter, by its name. */
export type ParameterFaults = Readonly<Record<string, string>>

type Check = (value: unknown) => string | undefined

/** A calendar date. */
export const isDate: Check = (value) =>
  typeof value === 'string' && isCalendarDate(value) && value >= '0001'
    ? undefined
    : 'This must be a date, such as 2026-10-31.'

/** The faults of parameters: each one must be known, and pass its check. */
export function faultsOf(
  parameters: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
): ParameterFaults {
  const known = Object.keys(checks)
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      const check = checks[name]
      const fault = check ? check(value) : `There is no such parameter. Known: ${known.join(', ') || 'none'}.`
      return fault === undefined ? [] : [[name, fault]]
    }),
  )
}
