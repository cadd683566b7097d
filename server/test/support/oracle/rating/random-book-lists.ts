import type { Product, SalesTaxRule, VisibilityRow } from '../../../../src/domain/rate-book/rate-book.ts'
import type { Chance } from '../../hostile/chance.ts'
import { decided } from './random-book-rows.ts'
import { CLASSES, DEALERS, effective, GROUPS, money, PRODUCT_TYPES, percent } from './random-book-values.ts'

// The visibility and tax rules of a random book.

const codesOf = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code)

export function visibility(chance: Chance, products: readonly Product[]): VisibilityRow[] {
  const drawn = chance.times(chance.of([0, 0, 1, 3, 6, 10, 20]), (): VisibilityRow => {
    const ofProduct = chance.of(products)
    const isOfProgram = chance.is(70)
    const ofProgram = chance.of(ofProduct.programs)
    const named = (list: readonly { readonly code: string }[], odds: number) =>
      isOfProgram ? chance.maybe(odds, codesOf(list)) : null
    const dealer = chance.maybe(30, DEALERS)
    return {
      dealer,
      dealerGroup: dealer === null ? chance.maybe(30, GROUPS) : null,
      product: chance.is(50) ? ofProduct.code : null,
      program: isOfProgram ? ofProgram.code : null,
      plan: named(ofProgram.plans, 40),
      term: named(ofProgram.terms, 30),
      deductible: named(ofProgram.deductibles, 30),
      classCode: chance.maybe(25, CLASSES),
      isVisible: chance.is(45),
      ...effective(chance),
    }
  })
  // There is one row for the same rates and dates. An empty column counts as a value.
  return decided(drawn, ({ isVisible: _, effectiveFrom, effectiveTo, ...named }) => [
    ...Object.values(named).map((value) => [value ?? '', value ?? ''] as const),
    [effectiveFrom, effectiveTo],
  ])
}

export function taxRules(chance: Chance, nextId: () => number): SalesTaxRule[] {
  const drawn = chance.times(chance.below(9), (): SalesTaxRule => {
    const type = chance.of(['State', 'State', 'County', 'City', 'District', 'Premium'] as const)
    return {
      id: nextId(),
      type,
      state: chance.of(['TX', 'TX', 'CA']),
      county: type === 'County' ? 'Travis' : chance.maybe(10, ['TRAVIS', 'Bexar']),
      city: type === 'City' ? 'Austin' : chance.maybe(10, ['austin', 'Waco']),
      productTypeCode: chance.maybe(30, PRODUCT_TYPES),
      lineItemType: chance.maybe(40, ['ContractRetail', 'ContractRetail', 'Labor'] as const),
      rate: percent(chance, 9),
      maximumTaxable: chance.is(25) ? money(chance, 1_000) : null,
      exempt: chance.is(15),
      refundable: false,
      roundMode: chance.of(['HalfUp', 'HalfUp', 'Up', 'Down'] as const),
      ...effective(chance),
    }
  })
  return decided(drawn, ({ effectiveFrom, effectiveTo, ...of }) => [
    ...[of.type, of.state, of.county, of.city, of.productTypeCode, of.lineItemType].map((part) => {
      const value = part?.toUpperCase() ?? ''
      return [value, value] as const
    }),
    [effectiveFrom, effectiveTo],
  ])
}
