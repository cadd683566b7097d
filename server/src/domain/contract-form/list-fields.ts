import { type ListField, moneyOrBlank } from './field.ts'
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

// Fields for the items of lists, numbered from 1.

/** One field for each part of each item. */
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
    name: ['Name of the coverage group', ({ name }) => name],
    components: ['Components of the group', ({ components }) => components.join(', ')],
    option: ['The option that added the group', ({ viaSurcharge }) => viaSurcharge],
  }),
  ...parts('surcharges', ({ coverage }) => coverage.surcharges, {
    code: ['Code of the option or surcharge', ({ code }) => code],
    name: ['Name of the option or surcharge', ({ name }) => name],
    price: ['Price, when it is charged separately', ({ retailAmount }) => moneyOrBlank(retailAmount)],
  }),
  ...parts('limits', ({ coverage }) => coverage.limits, {
    scope: ['What the limit applies to', limitScopeWords],
    basis: ['What the limit is based on', limitBasisWords],
    amount: ['Limit amount', ({ amount }) => moneyOrBlank(amount)],
  }),
  ...parts('benefits', ({ coverage }) => coverage.benefits, {
    code: ['Benefit code', ({ code }) => code],
    name: ['Benefit name', ({ name }) => name],
    pays: ['What it pays', benefitWords],
  }),
  ...parts('services', ({ coverage }) => coverage.services, {
    code: ['Code of the prepaid service', ({ code }) => code],
    name: ['Name of the service', ({ name }) => name],
    quantity: ['Number of services', ({ quantity }) => numberWords(quantity)],
    interval: [
      'When it is due',
      (service, { coverage }) => serviceIntervalWords(service, coverage.usageUnit),
    ],
  }),
  ...parts('taxes', ({ price }) => price.taxes, {
    jurisdiction: ['Jurisdiction that charges the tax', ({ jurisdiction }) => jurisdiction],
    type: ['`State`, `County`, `City`, `District` or `Premium`', ({ type }) => type],
    rate: ['Tax rate', ({ rate }) => percentWords(rate)],
    taxable: ['Taxable amount', ({ taxable }) => moneyWords(taxable)],
    tax: ['Tax amount', ({ tax }) => moneyWords(tax)],
  }),
  ...parts('notices', ({ notices }) => notices, {
    heading: ['Heading of the notice', ({ heading }) => heading],
    text: ['Text of the notice', ({ text }) => text],
  }),
  {
    name: 'custom.CODE',
    about: 'The custom field with that code',
    values: ({ customFields }) => customFields.map(({ code, value }) => [code, value] as const),
  },
]
