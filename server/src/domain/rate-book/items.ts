import type { UnnumberedBook, UnnumberedProduct } from './book.ts'
import { taxKey } from './ids.ts'
import type { BookItem } from './item.ts'
import { programItems } from './program-items.ts'
import { datesText, listFact, moneyFact, numberFact, percentText, yesOrNo } from './words.ts'

// A book split into items, each with its facts in words. A change of the book is a change of its items.

export const bookItems = (book: UnnumberedBook): BookItem[] => [
  item('the book', { name: book.name }),
  ...book.assetTypes.map(({ code, name, identifierType, usageUnit }) =>
    item(`asset type ${code}`, { name, identifier: identifierType, 'usage unit': usageUnit }),
  ),
  ...book.segmentations.map(({ code, name }) => item(`segmentation ${code}`, { name })),
  ...book.coverageGroups.flatMap(({ code: group, name, components }) => [
    item(`coverage group ${group}`, { name }),
    ...components.map((component) =>
      item(`component ${component.code}`, { name: component.name, 'coverage group': group }),
    ),
  ]),
  ...book.disbursementGroups.map(({ code, name }) => item(`disbursement group ${code}`, { name })),
  ...book.disbursementCodes.map(({ code, name, groupCode }) =>
    item(`disbursement code ${code}`, { name, group: groupCode }),
  ),
  ...book.products.flatMap((product) => [
    productItem(product),
    ...product.programs.flatMap((program) => programItems(program, product.code)),
  ]),
  ...book.visibility.map(visibilityItem),
  ...book.taxRules.map(taxItem),
  ...book.vehicles.map(vehicleItem),
  ...book.contractFields.map(fieldItem),
  ...book.forms.map(({ formNumber, sizeBytes, checksum }) =>
    item(`form ${formNumber}`, { content: `${checksum.slice(0, 12)} (${sizeBytes} bytes)` }),
  ),
]

const item = (name: string, facts: BookItem['facts']): BookItem => ({
  program: '',
  name,
  facts,
  style: 'facts',
})

const productItem = (product: UnnumberedProduct): BookItem =>
  item(`product ${product.code}`, {
    name: product.name,
    type: product.productTypeCode,
    'asset types': listFact(product.assetTypeCodes),
    'lien required': yesOrNo(product.requiresLien),
    eligibility: product.eligibility,
    'required parameters': listFact(
      product.requiredParameters.map((parameter) =>
        datesText(parameter) === 'always' ? parameter.name : `${parameter.name} ${datesText(parameter)}`,
      ),
    ),
    ...claimFacts(product.claimSettings),
    dates: datesText(product),
  })

const claimFacts = (claims: UnnumberedProduct['claimSettings']): BookItem['facts'] => ({
  'deductible rule': claims.deductibleRule,
  'multiple open claims':
    claims.allowsMultipleOpenClaims === null ? null : yesOrNo(claims.allowsMultipleOpenClaims),
  'inspection threshold': moneyFact(claims.inspectionThreshold),
  'authorization days': numberFact(claims.authExpireDays),
  'parts price level': claims.partsPriceLevel,
  'labor guide': claims.laborGuide,
  'maximum parts markup':
    claims.maxPartsMarkupPercent === null ? null : percentText(claims.maxPartsMarkupPercent),
})

function visibilityItem(row: UnnumberedBook['visibility'][number]): BookItem {
  const { dealer, dealerGroup, isVisible, effectiveFrom, effectiveTo, ...named } = row
  const what = Object.entries(named).flatMap(([kind, code]) => (code === null ? [] : [`${kind} ${code}`]))
  const who = dealer ? `dealer ${dealer}` : dealerGroup ? `dealer group ${dealerGroup}` : 'all other dealers'
  const name = `visibility of ${what.length === 0 ? 'everything' : what.join(' ')} for ${who} from ${effectiveFrom}`
  return item(name, { value: isVisible ? 'visible' : 'hidden', 'last day': effectiveTo })
}

function taxItem(rule: UnnumberedBook['taxRules'][number]): BookItem {
  const key = taxKey(rule).filter((part) => part !== '')
  return item(`tax ${key.join(' ')} from ${rule.effectiveFrom}`, {
    rate: percentText(rule.rate),
    'maximum taxable amount': moneyFact(rule.maximumTaxable),
    exempt: yesOrNo(rule.exempt),
    refundable: yesOrNo(rule.refundable),
    rounding: rule.roundMode,
    'last day': rule.effectiveTo,
  })
}

function vehicleItem(vehicle: UnnumberedBook['vehicles'][number]): BookItem {
  const { assetTypeCode, make, model, trim, series, bodyStyle, yearFrom, yearTo } = vehicle
  const name = [make, model, trim, series, bodyStyle].flatMap((part) => part?.name ?? []).join(' ')
  const years = `${yearFrom ?? ''} to ${yearTo ?? ''}`
  return item(`vehicle ${name} (${assetTypeCode}) ${years === ' to ' ? 'all years' : years}`.trim(), {})
}

function fieldItem({ code, product, ...facts }: UnnumberedBook['contractFields'][number]): BookItem {
  const texts = Object.entries(facts).map(([name, value]) => [name, fieldFact(value)] as const)
  return item(`contract field ${code}${product === null ? '' : ` of ${product}`}`, Object.fromEntries(texts))
}

const fieldFact = (value: string | number | boolean | readonly string[] | null) =>
  value === null ? null : typeof value === 'object' ? value.join(', ') : String(value)
