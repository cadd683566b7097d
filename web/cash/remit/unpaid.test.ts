import { expect, test } from 'vitest'
import type { Ledger, UnpaidLedgerProduct } from '../../../sdk/src/types.gen.ts'
import { unpaidItems } from './unpaid.ts'

const reference = (id: number) => ({ type: 'Contract', id, number: `VSC-${id}`, name: null })

const row = (id: number, contract: number | null, more: Partial<Ledger> = {}) =>
  ({
    ...{
      id,
      contract: contract === null ? null : reference(contract),
      productId: contract === null ? null : 1,
    },
    ...{ ledgerType: 'ContractDisbursement', direction: 'Receive', waitsFor: null, isMemo: false },
    ...{ amount: 10.1, openAmount: 10.1, effectiveDate: '2024-03-15', dueDate: '2024-04-15' },
    ...more,
  }) as Ledger

const product = (productId: number | null, ledgerIds: readonly number[]) =>
  ({
    productId,
    productName: productId === null ? null : `Product ${productId}`,
    ledgerIds,
  }) as UnpaidLedgerProduct

test('the rows of a contract are one item, and its sums lose no cent', () => {
  const rows = [row(1, 7), row(2, 7, { openAmount: 0.2 }), row(3, 7, { direction: 'Pay', openAmount: 3.3 })]
  const [item, ...others] = unpaidItems({ products: [product(1, [1, 2, 3])], rows })
  expect(others).toEqual([])
  expect(item).toMatchObject({
    ledgerIds: [1, 2, 3],
    receive: 10.3,
    pay: 3.3,
    net: 7,
    productName: 'Product 1',
  })
})

test('only rows that the products list are unpaid; the oldest come first, rows without a product last', () => {
  const rows = [
    row(1, 7),
    row(2, 8, { dueDate: '2024-02-15' }),
    row(3, null, { ledgerType: 'Penalty', dueDate: '2024-01-01' }),
    row(4, 9),
  ]
  const items = unpaidItems({ products: [product(1, [1, 2]), product(null, [3])], rows })
  expect(items.map(({ key }) => key)).toEqual(['contract 8', 'contract 7', 'row 3'])
})

test('contracts that are not finalized can be paid ahead, if they were sold in the range', () => {
  const ahead = { waitsFor: 'Finalize' } as const
  const rows = [
    row(1, 7, ahead),
    row(2, 8, { ...ahead, effectiveDate: '2024-02-01' }),
    row(3, 9, { ...ahead, isMemo: true }),
  ]
  const items = unpaidItems({ products: [], rows, saleDateFrom: '2024-03-01', saleDateTo: '2024-03-31' })
  expect(items.map(({ key, isAhead }) => [key, isAhead])).toEqual([['contract 7', true]])
})
