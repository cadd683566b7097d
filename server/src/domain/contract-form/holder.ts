import type { ContractForm } from './form.ts'
import { addressLines } from './words.ts'

// The customer and the covered item, as letters about a contract show them.

type Holders = Pick<ContractForm, 'customer' | 'cobuyer'>

/** The customer and the co-buyer. */
export function holderNames({ customer, cobuyer }: Holders): string {
  const names = [customer.name, cobuyer?.name ?? ''].filter((name) => name !== '')
  return names.length === 0 ? 'customer' : names.join(' and ')
}

/** Where a letter goes. `name`: if it is not to the customer and the co-buyer. */
export function holderLines(contract: Holders, name = holderNames(contract)): string[] {
  const { address } = contract.customer
  return [name, ...(address ? addressLines(address) : [])]
}

/** The vehicle or item with what identifies it. */
export function itemFact({ item }: Pick<ContractForm, 'item'>) {
  const called = [item.year, item.make, item.model].filter((part) => part !== null && part !== '').join(' ')
  const identified = item.kind === 'Vehicle' ? item.vin : item.identifier
  const lines = [called || (item.kind === 'Asset' ? item.typeName : ''), identified ?? '']
  return {
    label: item.kind === 'Vehicle' ? 'Vehicle' : 'Item',
    lines: lines.filter((line) => line !== ''),
  }
}
