/** Whether something with dates counts on a day. Both ends are included; what has none counts always. */
export const isInForce = (
  {
    effectiveFrom,
    effectiveTo,
  }: { readonly effectiveFrom: string | null; readonly effectiveTo: string | null },
  date: string,
): boolean => (effectiveFrom ?? date) <= date && date <= (effectiveTo ?? date)

/** Whether dates lie in the future, include the day, or are past. */
export function effectiveStatus(
  { effectiveFrom, effectiveTo }: { readonly effectiveFrom: string; readonly effectiveTo: string | null },
  date: string,
): 'Active' | 'Scheduled' | 'Expired' {
  if (date < effectiveFrom) return 'Scheduled'
  return effectiveTo !== null && effectiveTo < date ? 'Expired' : 'Active'
}
