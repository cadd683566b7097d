/** The product types, each with its cancel method where no cancel rule sets another. */
export const productTypes = [
  { code: 'VSC', cancelMethod: 'PRORATA_LESSER' },
  { code: 'GAP', cancelMethod: 'PRORATA_MONTHS' },
  { code: 'PPM', cancelMethod: 'SERVICES' },
  { code: 'TW', cancelMethod: 'PRORATA_DAYS' },
  { code: 'APP', cancelMethod: 'PRORATA_DAYS' },
  { code: 'KEY', cancelMethod: 'PRORATA_DAYS' },
  { code: 'PDR', cancelMethod: 'PRORATA_DAYS' },
  { code: 'WIND', cancelMethod: 'PRORATA_DAYS' },
  { code: 'THEFT', cancelMethod: 'PRORATA_DAYS' },
  { code: 'LWT', cancelMethod: 'PRORATA_DAYS' },
  { code: 'APL', cancelMethod: 'PRORATA_DAYS' },
] as const
