/**
 * A number with its thousands apart and so many decimals at least and at most: 1,364.60. English and Spanish write it alike
 * in the United States. Written here, because a browser takes long to begin with its own formats; it rounds what has too
 * many decimals.
 */
export function writeNumber(value: number, least: number, most: number): string {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined || decimals.length > most)
    return new Intl.NumberFormat('en-US', {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }).format(value)
  const end = decimals.padEnd(least, '0')
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${end && `.${end}`}`
}
