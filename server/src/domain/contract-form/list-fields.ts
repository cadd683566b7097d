import type { ListField } from './fields.ts'
import type { ContractForm } from './form.ts'
import {
  benefitWords,
  limitBasisWords,
  limitScopeWords,
  moneyWords,
  numberWords,
  percentWords,
  serviceIntervalWords,
} from './words.ts'

// Fields of the items of lists, counted from 1.

/** A field for each part of each item. */
function parts<Item>(
  list: string,
  items: (form: ContractForm) => readonly Item[],
  fields: Readonly<
    Record<string, readonly [about: string, (item: Item, form: ContractForm) => string | null]>
  >,
): ListField[] {
  return Object.entries(fields).map(([part, [about, read]]) => ({
    name: `${list}.N.${part}`,
    about,
    values: (form) => items(form).map((item, at) => [String(at + 1), read(item, form) ?? ''] as const),
  }))
}

export const listFields: readonly ListField[] = [
  ...parts('groups', ({ coverage }) => coverage.groups, {
    name: ['Name of a coverage group', ({ name }) => name],
    components: ['Its components', ({ components }) => components.join(', ')],
    option: ['The option that added it', ({ viaSurcharge }) => viaSurcharge],
  }),
  ...parts('surcharges', ({ coverage }) => coverage.surcharges, {
    code: ['Code of an option or surcharge', ({ code }) => code],
    name: ['Its name', ({ name }) => name],
    price: [
      'Its price, where it has one of its own',
      ({ retailAmount }) => (retailAmount === null ? null : moneyWords(retailAmount)),
    ],
  }),
  ...parts('limits', ({ coverage }) => coverage.limits, {
    scope: ['What a limit counts for', limitScopeWords],
    basis: ['What it rests on', limitBasisWords],
    amount: ['Its amount', ({ amount }) => (amount === null ? null : moneyWords(amount))],
  }),
  ...parts('benefits', ({ coverage }) => coverage.benefits, {
    code: ['Code of a benefit', ({ code }) => code],
    name: ['Its name', ({ name }) => name],
    pays: ['What it pays', benefitWords],
  }),
  ...parts('services', ({ coverage }) => coverage.services, {
    code: ['Code of a prepaid service', ({ code }) => code],
    name: ['Its name', ({ name }) => name],
    quantity: ['How often', ({ quantity }) => numberWords(quantity)],
    interval: ['When', (service, { coverage }) => serviceIntervalWords(service, coverage.usageUnit)],
  }),
  ...parts('taxes', ({ price }) => price.taxes, {
    jurisdiction: ['Who taxes', ({ jurisdiction }) => jurisdiction],
    type: ['`State`, `County`, `City`, `District` or `Premium`', ({ type }) => type],
    rate: ['The rate', ({ rate }) => percentWords(rate)],
    taxable: ['The amount that is taxed', ({ taxable }) => moneyWords(taxable)],
    tax: ['The tax', ({ tax }) => moneyWords(tax)],
  }),
  ...parts('notices', ({ notices }) => notices, {
    heading: ['Heading of a notice', ({ heading }) => heading],
    text: ['Its text', ({ text }) => text],
  }),
  {
    name: 'custom.CODE',
    about: 'The custom field with that code',
    values: ({ customFields }) => customFields.map(({ code, value }) => [code, value] as const),
  },
]
