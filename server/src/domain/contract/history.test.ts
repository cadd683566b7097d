import { describe, expect, test } from 'vitest'
import type { CostVisibility } from '../ledger/cost-visibility.ts'
import { changesShown, type HistoryChange } from './history.ts'

const limited: CostVisibility = { ownAccountIds: [] }
const finalize = 'POST /contracts/{contractId}/finalize'

const shown = (
  changes: readonly HistoryChange[],
  { visibility = 'EveryLine' as CostVisibility, subject = 'contracts/731', operation = finalize } = {},
) =>
  changesShown({ subject, operation, changes }, visibility).map((one) => [one.pointer, one.before, one.after])

const line = (code: string, ledgerStatus: string, holder = 41) => ({
  code,
  amount: 10,
  accountHolder: { type: 'X', id: holder },
  ledgerStatus,
})

const finalized: HistoryChange = {
  pointer: '/disbursements',
  before: [line('RESERVE', 'Pending'), line('AGENT', 'Pending', 7), line('MARKUP', 'Pending')],
  after: [line('RESERVE', 'Open'), line('AGENT', 'Pending', 7), line('MARKUP', 'Open')],
}

describe('the pointer of a change', () => {
  const documents = 'POST /contracts/{contractId}/documents'
  test.each<[string, string, string, string, unknown, string]>([
    ['of a field of the contract', 'contracts/731', finalize, '/status', 1, '/status'],
    ['of a new contract', 'contracts/731', 'POST /contracts', '', { id: 731 }, ''],
    ['of a document', 'contracts/731', documents, '', { documentId: 12, fileId: 3 }, '/documents/12'],
    ['of a file', 'contracts/731', 'POST /contracts/{contractId}/files', '', { id: 3 }, '/files/3'],
    ['of a part without an id', 'contracts/731', 'POST /contracts/{contractId}/cobuyer', '', {}, '/cobuyer'],
    ['of a ledger row', 'ledgers/5', 'PATCH /ledgers/{ledgerId}', '/amount', 1, '/ledgers/5/amount'],
  ])('%s', (_, subject, operation, pointer, after, expected) => {
    expect(shown([{ pointer, before: null, after }], { subject, operation })).toEqual([
      [expected, null, after],
    ])
  })
})

describe('the listed changes', () => {
  const entry = (pointer: string, before: unknown, after: unknown) => ({ pointer, before, after })
  const one = { id: 1, note: 'a' }
  const two = { id: 2, note: 'b' }
  test.each<[string, HistoryChange, unknown[]]>([
    ['a plain value', entry('/status', 'Pending', 'Active'), [['/status', 'Pending', 'Active']]],
    ['no version', entry('/rowVersion', 1, 2), []],
    ['no update time', entry('/updatedAt', 'x', 'y'), []],
    ['no user of the update', entry('/updatedBy', 'x', 'y'), []],
    ['no file', entry('/generatedDocument', null, { pdf: 'JVBE' }), []],
    ['an item added at the end of a list', entry('/holds', [one], [one, two]), [['/holds/1', null, two]]],
    ['an item removed from the end of a list', entry('/holds', [one, two], [one]), [['/holds/1', two, null]]],
    [
      'a changed one',
      entry('/holds', [one, two], [one, { ...two, note: 'c' }]),
      [['/holds/1', two, { ...two, note: 'c' }]],
    ],
    ['the whole list if positions change', entry('/x', [one, two], [two]), [['/x', [one, two], [two]]]],
    ['the whole list of texts', entry('/codes', ['A'], ['A', 'B']), [['/codes', ['A'], ['A', 'B']]]],
    ['a new list', entry('/holds', null, [one]), [['/holds', null, [one]]]],
  ])('%s', (_, change, expected) => expect(shown([change])).toEqual(expected))
})

describe('dealer cost', () => {
  test('is listed by line for staff', () => {
    expect(shown([finalized]).map(([pointer]) => pointer)).toEqual(['/disbursements/0', '/disbursements/2'])
  })

  test('is one line and the markup for other callers', () => {
    expect(shown([finalized], { visibility: limited })).toEqual([
      ['/disbursements/0', line('MARKUP', 'Pending'), line('MARKUP', 'Open')],
    ])
    const cost = { before: [line('DEALERCOST', 'Pending')], after: [line('DEALERCOST', 'Open')] }
    expect(shown([{ pointer: '/disbursements', ...cost }], { visibility: limited })).toHaveLength(1)
  })

  test('shows an agent its own line', () => {
    const paid = {
      ...finalized,
      after: [line('RESERVE', 'Open'), line('AGENT', 'Open', 7), line('MARKUP', 'Pending')],
    }
    expect(shown([paid], { visibility: { ownAccountIds: [7] } })).toEqual([
      ['/disbursements/0', line('AGENT', 'Pending', 7), line('AGENT', 'Open', 7)],
    ])
    expect(shown([paid], { visibility: { ownAccountIds: [8] } })).toEqual([])
  })

  test('is hidden in the entry for a whole new contract, too', () => {
    const contract = {
      dealerCost: 1362.93,
      disbursements: [line('RESERVE', 'Pending'), line('MARKUP', 'Pending')],
      surcharges: [{ code: 'AWD', amount: 75, feeds: [{ disbursementCode: 'RESERVE', amount: 75 }] }],
      holds: [
        {
          id: 1,
          disbursements: [{ code: 'RESERVE', amount: 10, isHeld: true }],
          resolves: [{ id: 1, earningCatchUp: [{ code: 'RESERVE', amount: 26.16 }] }],
        },
      ],
    }
    const made = { pointer: '', before: null, after: contract }
    expect(shown([made], { visibility: limited, operation: 'POST /contracts' })).toEqual([
      [
        '',
        null,
        {
          dealerCost: 1362.93,
          disbursements: [line('MARKUP', 'Pending')],
          surcharges: [{ code: 'AWD', amount: 75 }],
          holds: [{ id: 1, disbursements: [], resolves: [{ id: 1, earningCatchUp: [] }] }],
        },
      ],
    ])
  })

  test('is hidden in entries with a nested pointer, too', () => {
    const feeds = { pointer: '/surcharges/0/feeds', before: [{ disbursementCode: 'RESERVE' }], after: [] }
    const catchUp = {
      pointer: '/holds/0/resolves/0/earningCatchUp',
      before: [],
      after: [{ code: 'RESERVE' }],
    }
    const whole = { pointer: '/disbursements', before: null, after: [line('RESERVE', 'Open')] }
    const single = {
      pointer: '/disbursements/0',
      before: line('RESERVE', 'Pending'),
      after: line('X', 'Open'),
    }
    expect(shown([feeds, catchUp, single], { visibility: limited })).toEqual([])
    expect(shown([whole], { visibility: limited })).toEqual([['/disbursements', null, []]])
  })
})
