import type { Hundredths } from './claim.ts'

/** Hours and quantities are whole hundredths, so that they are exact. */
const PARTS = 100

/** Hundredths from a number on the wire, which has at most two decimals. */
export const hundredthsOf = (value: number): Hundredths => Math.round(value * PARTS) as Hundredths

/** The number on the wire. */
export const unitsOf = (value: Hundredths): number => value / PARTS
