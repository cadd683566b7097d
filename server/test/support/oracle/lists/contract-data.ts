import fc from 'fast-check'
import type { AccountHolderType } from '../../../../src/account-holders/holder-types.ts'
import { fundingStatuses } from '../../../../src/contracts/record/models.ts'
import { contractStatuses } from '../../../../src/domain/contract/states.ts'
import { audited, type Draws, maybe } from './draws.ts'
import { dates } from './holders.ts'

// Random contracts of the existing customers, dealers and lien holders.

export interface ContractData {
  sell(count: number): Promise<void>
}

const keys = ['DMS-1', 'dms-1', 'Crm', 'É', 'e', '{x,"y"}', '']

export function openContractData(
  { draw, text, unique, insert }: Draws,
  all: (type: AccountHolderType) => readonly number[],
): ContractData {
  const anyOf = (type: AccountHolderType) => fc.constantFrom(...all(type))
  /** One of the first few, so that several contracts share it. */
  const oneOf = (type: AccountHolderType, most: number) => maybe(fc.constantFrom(...all(type).slice(0, most)))
  const few = fc.integer({ min: 1, max: 4 })
  const date = fc.constantFrom(...dates)
  const columns = () =>
    fc.record({
      status: fc.constantFrom(...contractStatuses),
      funding_status: fc.constantFrom(...fundingStatuses),
      vin: maybe(fc.oneof(text, fc.constantFrom('1FTFW1E50PFA00001', '2FTFW1E50pfa00001'))),
      dealer_id: anyOf('Dealer'),
      customer_id: anyOf('Customer'),
      lien_holder_id: oneOf('LienHolder', 10),
      dealer_group_id: oneOf('DealerGroup', 5),
      agent_id: oneOf('Agent', 5),
      product_type_code: fc.oneof(fc.constantFrom('VSC', 'vsc', 'GAP'), text),
      product_id: few,
      program_id: few,
      plan_id: few,
      state_of_sale: fc.oneof(fc.constantFrom('TX', 'tx', 'FL'), text),
      sale_date: date,
      days: fc.shuffledSubarray([...dates], { minLength: 2, maxLength: 2 }),
      cancel_date: maybe(date),
      retail_price: fc.integer({ min: 0, max: 20 }).map((size) => size * 9_950),
      open_claims: fc.constantFrom(0, 0, 1),
      isChanged: fc.boolean(),
      external_keys: fc.subarray(keys),
      stamps: audited,
    })
  return {
    async sell(count) {
      const numbers = draw(text, count)
      const rows = draw(columns(), count).map(({ days, isChanged, stamps, ...row }, at) => {
        const [effective_date, expiration_date] = days.sort()
        const { status, customer_id, external_keys } = row
        const isOpen = status === 'Quote' || status === 'Voided'
        return {
          ...row,
          ...stamps,
          ...sameForAll,
          ...{ effective_date, expiration_date },
          number: status === 'Quote' ? null : unique(numbers[at] ?? ''),
          customer_id: isOpen && at % 2 === 0 ? null : customer_id,
          held_from: status === 'OnHold' ? 'Active' : null,
          open_holds: status === 'OnHold' ? 1 : 0,
          pending_changes: isChanged ? { fields: {}, columns: {} } : null,
          external_references: external_keys.map((key) => ({ system: 'x', key, value: 'y', url: null })),
          external_keys: external_keys.map((key) => key.toLowerCase()),
          financing: null,
          // Some are GAP on one vehicle, and of those some in California are paid off.
          ...(at % 8 === 0 ? { ...activeGap, vin: '1FTFW1E50PFA00001', customer_id } : {}),
          ...(at % 16 === 0 ? { state_of_sale: 'CA', financing: { payoffDate: effective_date } } : {}),
        }
      })
      await insert('contract', rows)
    },
  }
}

const activeGap = { status: 'Active', held_from: null, open_holds: 0, product_type_code: 'GAP' }

/** The columns that no list uses. */
const sameForAll = {
  ...{ term_id: 1, deductible_id: 1, term_months: 60, product_name: 'Product', plan_name: 'Plan' },
  ...{ sold: {}, inputs: {}, item: {}, sales_tax: {}, custom_fields: {} },
  ...{ dealer_cost: 100, sales_tax_total: 0, book_version: 1, row_version: 1 },
  ...{ valid_until: '2024-04-14T15:00:00Z', is_transferred: false },
}
