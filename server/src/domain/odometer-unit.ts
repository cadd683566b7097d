// Terms and limits are in miles. A contract that was sold with its odometer in kilometers takes readings in kilometers.

export const odometerUnits = ['Miles', 'Km'] as const
export type OdometerUnit = (typeof odometerUnits)[number]

/** One kilometer is this many millionths of a mile. */
const KILOMETER = 621_371
const MILE = 1_000_000

/** Whole miles, rounded half up. */
export const milesFrom = (value: number, unit: OdometerUnit): number =>
  unit === 'Km' ? Math.floor((value * KILOMETER + MILE / 2) / MILE) : value

/** Miles as a reading in the unit, rounded half up. Read again, it gives the same miles. */
export const readingFrom = (miles: number, unit: OdometerUnit): number =>
  unit === 'Km' ? Math.floor((2 * miles * MILE + KILOMETER) / (2 * KILOMETER)) : miles

/** The unit of a contract's readings. Null if they are not distances, such as hours. */
export const readingUnit = (item: {
  readonly usageUnit: string
  readonly vehicle: { readonly odometerUnit: OdometerUnit } | null
}): OdometerUnit | null => (item.usageUnit === 'Miles' ? (item.vehicle?.odometerUnit ?? 'Miles') : null)

/** A reading that names its own unit, in that of the contract. Without one, it is in the contract's already. */
export function readingIn(unit: OdometerUnit | null, value: number, own: OdometerUnit | undefined): number {
  return unit === null || own === undefined || own === unit ? value : readingFrom(milesFrom(value, own), unit)
}

/** A reading of a contract as limits are compared: in miles, or in its own unit if that is no distance. */
export const comparable = (value: number, unit: OdometerUnit | null): number =>
  unit === null ? value : milesFrom(value, unit)

export const comparableOrNull = (value: number | null, unit: OdometerUnit | null): number | null =>
  value === null ? null : comparable(value, unit)
