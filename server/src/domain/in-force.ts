/** Whether something with dates counts on a day. Both ends are included; what has none counts always. */
export const isInForce = (
  {
    effectiveFrom,
    effectiveTo,
  }: { readonly effectiveFrom: string | null; readonly effectiveTo: string | null },
  date: string,
): boolean => (effectiveFrom ?? date) <= date && date <= (effectiveTo ?? date)
