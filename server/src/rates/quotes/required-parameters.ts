import type { QuoteQuery } from '../book/quote-query.ts'

/**
 * The names that are required and not there. A name may be several, of which one is enough (`vin|year+make+model`):
 * each of those may be several that are needed together.
 */
export function missingOf(required: readonly string[], query: QuoteQuery): string[] {
  const given = query as Readonly<Record<string, unknown>>
  // What has a default is never missing.
  const has = (name: string) => name === 'saleDate' || given[name] !== undefined
  return required.filter((name) => !name.split('|').some((way) => way.split('+').every(has)))
}
