import { type Column, json, oneOf, orNull } from '../../db/columns.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import { odometerUnits } from '../../domain/odometer-unit.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import type { OverrideInput } from './inputs.ts'

// The JSON columns of this room. Only this room writes them, so it is enough to check that the main members are there.

type Name<Value> = keyof Value & string

function requireMembers(value: unknown, members: readonly string[]): void {
  if (typeof value !== 'object' || value === null || members.some((name) => !(name in value)))
    throw new Error(`A stored document must have the members ${members.join(', ')}.`)
}

const objectWith =
  <Value>(...members: readonly Name<Value>[]) =>
  (value: unknown): Value => {
    requireMembers(value, members)
    return value as Value
  }

/** A JSON object with at least these members. */
export const documentWith = <Value>(...members: readonly Name<Value>[]): Column<Value> =>
  json(objectWith<Value>(...members))

/** A JSON array of such objects. */
export const documentsWith = <Value>(...members: readonly Name<Value>[]): Column<readonly Value[]> =>
  json((values) => {
    if (!Array.isArray(values)) throw new Error('A stored list must be an array.')
    for (const value of values) requireMembers(value, members)
    return values as readonly Value[]
  })

export const storedCalculation = objectWith<CancelCalculation>(
  'ruleCode',
  'netRefund',
  'lines',
  'payments',
  'steps',
)

export const overrideColumn = documentWith<OverrideInput>('reason')

/** A cancel reason `v` as JSON. */
export const REASON = `jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name, 'isActive', v.is_active) || v.details`

export const reasonColumn = documentWith<CancelReasonModel>(
  'id',
  'code',
  'name',
  'isActive',
  'requestedBy',
  'payeeRule',
)

/** The unit of the odometer of a contract `c`. */
export const ODOMETER_UNIT = {
  column: orNull(oneOf(odometerUnits)),
  select: `case when c.item ->> 'usageUnit' = 'Miles' then coalesce(c.item -> 'vehicle' ->> 'odometerUnit', 'Miles') end
    as odometer_unit`,
} as const
