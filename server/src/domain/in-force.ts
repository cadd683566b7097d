/** Whether a record is in effect on a date. Both ends are included; a missing end means no limit. */
export const isInForce = (
  {
    effectiveFrom,
    effectiveTo,
  }: { readonly effectiveFrom: string | null; readonly effectiveTo: string | null },
  date: string,
): boolean => (effectiveFrom ?? date) <= date && date <= (effectiveTo ?? date)

/** Whether a record's dates are in the future, include the date, or are past. */
export function effectiveStatus(
  { effectiveFrom, effectiveTo }: { readonly effectiveFrom: string; readonly effectiveTo: string | null },
  date: string,
): 'Active' | 'Scheduled' | 'Expired' {
  if (date < effectiveFrom) return 'Scheduled'
  return effectiveTo !== null && effectiveTo < date ? 'Expired' : 'Active'
}
