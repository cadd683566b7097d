import type { ClaimDetail, ManualAdjustment } from './claim.ts'

// What an adjuster has approved or cut of a detail by hand. Others may send it again, and send nothing new.

export type ByHand = Pick<ClaimDetail, 'labor' | 'parts' | 'adjustments'>

/** Whether a detail has values or adjustments by hand that it did not have before. Leaving them out is nothing new. */
export const hasNewByHand = (before: ByHand | undefined, after: ByHand): boolean =>
  after.labor.some((line) => {
    const old = before?.labor.find(({ id }) => id === line.id)
    return isNew(line.hoursApproved, old?.hoursApproved) || isNew(line.rateApproved, old?.rateApproved)
  }) ||
  after.parts.some((line) => {
    const old = before?.parts.find(({ id }) => id === line.id)
    return isNew(line.unitPriceApproved, old?.unitPriceApproved)
  }) ||
  hasNewAdjustment(before?.adjustments ?? [], after.adjustments)

const isNew = (sent: number | null, old: number | null | undefined): boolean => sent !== null && sent !== old

/** Each adjustment of before may be sent once. */
function hasNewAdjustment(before: readonly ManualAdjustment[], after: readonly ManualAdjustment[]): boolean {
  const left = [...before]
  return after.some((sent) => {
    const at = left.findIndex((old) => isSame(old, sent))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const isSame = (old: ManualAdjustment, sent: ManualAdjustment): boolean =>
  old.target === sent.target &&
  old.targetId === sent.targetId &&
  old.reasonCode === sent.reasonCode &&
  old.amount === sent.amount &&
  old.note === sent.note
