/** The types of products, each with the method its programs refund by where no law says another. */
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
