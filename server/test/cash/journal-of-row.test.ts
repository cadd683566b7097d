import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detailsOf, openCash, sumOf } from '../support/builders/cash.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const cash = openCash(service)
checkBooks(service)
let dealer: number
let agent: number
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
  agent = await holderId(service, 'Agent', 'A100')
})
beforeEach(() => setClock(service, '2024-04-12T15:00:00Z'))

interface Entry {
  readonly id: number
  readonly entryType: string
  readonly debitAccount: string
  readonly creditAccount: string
  readonly amount: number
  readonly ledgerId: number | null
}
const entriesOf = async (search: string): Promise<Entry[]> => {
  const { status, body, text } = await cash.books.get(`/journal?pageSize=200&${search}`)
  expect(status, text).toBe(200)
  return body.items
}
const journalOf = async (ledgerId: number): Promise<string[]> =>
  (await entriesOf(`ledgerId=${ledgerId}`)).map(
    ({ entryType, debitAccount, creditAccount, amount }) =>
      `${entryType} ${debitAccount} -> ${creditAccount} ${amount}`,
  )

const post = async (
  type: 'Receipt' | 'Payment',
  accountHolderId: number,
  rows: Parameters<typeof detailsOf>[0],
) => {
  const details = detailsOf(rows)
  const amount = sumOf(details)
  const money = { type, method: 'Check', accountHolderId, date: '2024-04-12', amount, details }
  const { status, body, text } = await cash.post(money)
  expect(status, text).toBe(201)
  return body.id as number
}
/** Sells a contract that the dealer pays. */
const fund = async (): Promise<number> => {
  const contract = await cash.activate()
  await post('Receipt', dealer, await cash.owed(contract))
  return contract
}
const commissionOf = async (contract: number) => {
  const rows = (await cash.rowsOf(contract)).filter((row) => row.disbursementCode === 'AGENT')
  const [owed, due] = ['Receive', 'Pay'].map((side) => rows.find(({ direction }) => direction === side))
  if (!owed || !due) throw new Error('The contract has no commission.')
  return { owed, due }
}

describe('the journal of a ledger row', () => {
  test('of a commission has its booking, and its payment until that is taken back', async () => {
    const { owed, due } = await commissionOf(await fund())
    const ofLine = [
      `Finalize Receivable:${dealer} -> Payable:${agent} 75`,
      `Cash Unapplied:${dealer} -> Receivable:${dealer} 75`,
    ]
    expect(await journalOf(due.id)).toEqual(ofLine)
    const paid = await post('Payment', agent, [due])
    const payment = `Cash Payable:${agent} -> Unapplied:${agent} 75`
    expect(await journalOf(due.id)).toEqual([...ofLine, payment])
    await cash.patch(paid, { status: 'Voided', reason: 'Lost check' })
    const back = `Cash Unapplied:${agent} -> Payable:${agent} 75`
    expect(await journalOf(due.id)).toEqual([...ofLine, payment, back])
    // What the dealer owes is another row of the line, and the payment to the agent is not its own.
    expect(await journalOf(owed.id)).toEqual(ofLine)
  })

  test('that pays a paid row back has what was paid out for it', async () => {
    const contract = await fund()
    const { owed } = await commissionOf(contract)
    const end = await cash.admin.patch(`/contracts/${contract}`, { status: 'Voided', voidReason: 'Unwound' })
    expect(end.status, end.text).toBe(200)
    const rows = await cash.ledgersOf(`contractId=${contract}&disbursementCode=AGENT&ledgerType=Adjustment`)
    const back = rows.filter(
      ({ accountHolder, direction }) => accountHolder.id === dealer && direction === 'Pay',
    )
    expect(back).toMatchObject([{ amount: 75, ledgerStatus: 'Open' }])
    await post('Payment', dealer, back)
    const payment = `Cash Payable:${dealer} -> Unapplied:${dealer} 75`
    expect(await journalOf(back[0]?.id ?? 0)).toEqual([...(await journalOf(owed.id)), payment])
  })

  test('has every entry that names the row, whatever happened to it', async () => {
    const contract = await fund()
    await post('Payment', agent, [(await commissionOf(contract)).due])
    const entries = (await entriesOf(`contractId=${contract}`)).filter(({ ledgerId }) => ledgerId !== null)
    for (const { id } of await cash.rowsOf(contract)) {
      const found = (await entriesOf(`ledgerId=${id}`)).map((entry) => entry.id)
      const own = entries.filter(({ ledgerId }) => ledgerId === id).map((entry) => entry.id)
      expect(found).toEqual(expect.arrayContaining(own))
    }
    expect(new Set(entries.map(({ entryType }) => entryType))).toEqual(new Set(['Finalize', 'Cash']))
  })
})
