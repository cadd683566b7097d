import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '../../src/domain/dates.ts'
import { type AnsweredLedger, openCash } from '../support/builders/cash.ts'
import { withKey } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { earningsPosted } from '../support/builders/periods.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'
import { isSoak, trialSeed } from '../support/service/trials.ts'

// Random stories of one dealer and its contracts. Whatever happens, and whatever is refused, the books agree on every day.

const service = await testService()
const cash = openCash(service)
const { admin, books } = cash
const FIRST = '2024-03-15'
const LAST_SALE = '2024-06-01'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

beforeEach(async () => {
  await withoutContracts(service)
  await inDatabase(service, 'truncate accounting_period')
})

interface Story {
  today: string
  readonly dealer: number
  readonly days: Set<string>
  readonly counts: Map<string, number>
}

/** What may happen. `pick` chooses one of several, always the same for the same step. */
type Act = (story: Story, pick: <One>(all: readonly One[]) => One | undefined) => Promise<Answer | undefined>

const openRows = async (search: string): Promise<AnsweredLedger[]> =>
  (await cash.ledgersOf(search)).filter(({ openAmount, isMemo }) => openAmount > 0 && !isMemo)
const contracts = async (status: string): Promise<Any[]> =>
  (await admin.get(`/contracts?status=${status}&pageSize=50`)).body
const transactions = async (): Promise<Any[]> => (await books.get('/cashtransactions?pageSize=200')).body
const half = (amount: number) => Math.max(1, Math.round(amount * 50)) / 100

const receive = async (
  story: Story,
  rows: readonly AnsweredLedger[],
  part: boolean,
  extra: number,
  back: number,
) => {
  const details = rows.map(({ id, openAmount }) => ({
    ledgerId: id,
    amount: part ? half(openAmount) : openAmount,
  }))
  const sum = details.reduce((all, { amount }) => all + Math.round(amount * 100), 0)
  return cash.post({
    ...{ type: 'Receipt', method: 'Wire', accountHolderId: story.dealer, date: addDays(story.today, -back) },
    ...{ amount: (sum + extra) / 100, details, allowUnapplied: true },
  })
}

const acts: Readonly<Record<string, Act>> = {
  sell: async ({ today }) => {
    // A sale of that day can be entered for some weeks.
    if (today <= LAST_SALE) await cash.sell()
    return undefined
  },
  finalize: async (story, pick) => {
    const one = pick(await contracts('Pending'))
    const finalizeDate = pick([story.today, addDays(story.today, -3), FIRST])
    return one && admin.post(`/contracts/${one.id}/finalize`, { finalizeDate }, withKey())
  },
  receive: async (story, pick) => {
    const rows = await openRows(`accountHolderId=${story.dealer}&direction=Receive&ledgerStatus=Open`)
    return receive(
      story,
      rows.slice(0, pick([1, 3, 7, 14])),
      pick([true, false]) ?? false,
      pick([0, 2500]) ?? 0,
      pick([0, 0, 5]) ?? 0,
    )
  },
  payAhead: async (story, pick) => {
    const one = pick(await contracts('Pending'))
    const rows = one ? await openRows(`contractId=${one.id}&direction=Receive`) : []
    return rows.length === 0 ? undefined : receive(story, rows, pick([true, false]) ?? false, 0, 0)
  },
  apply: async (story, pick) => {
    const one = pick(
      (await transactions()).filter(({ unapplied, status }) => unapplied > 0 && status === 'Posted'),
    )
    const row = pick(await openRows(`accountHolderId=${story.dealer}&direction=Receive&ledgerStatus=Open`))
    if (!one || !row) return undefined
    const amount = Math.min(one.unapplied, row.openAmount)
    return cash.patch(one.id, { applyDetails: [{ ledgerId: row.id, amount }] })
  },
  pay: async (story, pick) => {
    const row = pick(await openRows('direction=Pay&ledgerStatus=Open'))
    return (
      row &&
      cash.post({
        ...{ type: 'Payment', method: 'Wire', accountHolderId: row.accountHolder.id, date: story.today },
        ...{ amount: row.openAmount, details: [{ ledgerId: row.id, amount: row.openAmount }] },
      })
    )
  },
  takeBack: async (_, pick) => {
    const one = pick((await transactions()).filter(({ status }) => status === 'Posted'))
    const status = pick(['Voided', 'Returned'])
    return one && cash.patch(one.id, { status, reason: 'Random' })
  },
  batch: async (story, pick) => {
    const direction = pick(['Receive', 'Net', 'Pay'])
    const staged = await cash.stage({ accountHolderId: story.dealer, direction, filter: {} })
    if (staged.status !== 201) return staged
    if (pick([true, false, false])) return books.delete(`/inprocesscashtransactions/${staged.body.id}`)
    return cash.process(staged.body.id, { amountConfirmed: Math.abs(staged.body.netAmount) })
  },
  enter: async (story, pick) => {
    const row = {
      accountHolderId: story.dealer,
      direction: pick(['Pay', 'Receive']),
      amount: 25.5,
      reason: 'Random',
    }
    return books.post('/ledgers', { ...row, effectiveDate: pick([story.today, FIRST]) })
  },
  correct: async (_, pick) => {
    const row = pick(await openRows('ledgerStatus=Open'))
    return row && books.patch(`/ledgers/${row.id}`, { amount: half(row.amount), reason: 'Random' })
  },
  remove: async (_, pick) => {
    const row = pick(await openRows('ledgerStatus=Open'))
    return row && books.patch(`/ledgers/${row.id}`, { status: 'Voided', reason: 'Random' })
  },
  voidContract: async (_, pick) => {
    const one = pick([...(await contracts('Active')), ...(await contracts('Pending'))])
    return one && admin.patch(`/contracts/${one.id}`, { status: 'Voided', voidReason: 'Random' })
  },
  cancel: async (story, pick) => {
    const one = pick(await contracts('Active'))
    const cancelDate = pick([story.today, addDays(story.today, -4)])
    const body = { cancelDate, cancelReasonCode: 'CUSTREQ', cancelOdometer: 30_000 }
    return one && admin.post(`/contracts/${one.id}/cancels`, body, withKey())
  },
  reinstate: async (story, pick) => {
    const one = pick(await contracts('Cancelled'))
    const [cancel] = one ? (await admin.get(`/contracts/${one.id}/cancels`)).body : []
    const body = { action: 'Reinstate', reason: 'Random', recoveryAccountId: story.dealer }
    return cancel && admin.post(`/cancels/${cancel.id}`, body, withKey())
  },
  close: async ({ today }) => {
    const { body } = await books.get('/accountingperiods')
    const next = body.find(({ status, period }: Any) => status === 'Open' && period < today.slice(0, 7))
    if (!next) return undefined
    await earningsPosted(admin, today)
    const closed = await books.patch(`/accountingperiods/${next.period}`, { status: 'Closed' })
    // A batch that waits is the only thing that may keep a month open.
    expect(closed.status === 200 || !closed.text.includes('do not agree'), closed.text).toBe(true)
    return closed
  },
}

/** The days on which something happened, and those beside them. */
const daysOf = ({ days }: Story) =>
  [...new Set([...days].flatMap((day) => [addDays(day, -1), day]))].toSorted()

test('the books agree on every day, whatever happens', { timeout: 3_600_000 }, async () => {
  const seed = trialSeed('Books', 'BOOKS_SEED')
  const dealer = await holderId(service, 'Dealer', 'D1001')
  const names = Object.keys(acts)
  const step = fc.record({
    name: fc.constantFrom(...names, 'sell', 'finalize', 'finalize', 'receive'),
    days: fc.constantFrom(0, 0, 1, 3, 12),
    choice: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40, size: 'max' }), async (steps) => {
      await withoutContracts(service)
      await inDatabase(service, 'truncate accounting_period')
      const story: Story = { today: FIRST, dealer, days: new Set([FIRST]), counts: new Map() }
      await setClock(service, `${FIRST}T15:00:00Z`)
      for (let at = 0; at < 3; at += 1) await cash.sell()
      for (const { name, days, choice } of steps) {
        story.today = addDays(story.today, days)
        await setClock(service, `${story.today}T15:00:00Z`)
        story.days.add(story.today)
        let turn = choice
        const answer = await acts[name]?.(story, (all) => {
          turn = (turn * 31 + 7) % 1_000_003
          return all[turn % Math.max(1, all.length)]
        })
        expect(answer?.status ?? 200, `${name}: ${answer?.text}`).toBeLessThan(500)
        story.counts.set(
          `${name} ${answer?.status ?? '-'}`,
          (story.counts.get(`${name} ${answer?.status ?? '-'}`) ?? 0) + 1,
        )
      }
      for (const day of daysOf(story)) {
        const { body } = await books.get(`/books/verification?asOfDate=${day}`)
        const differing = body.checks.filter(({ isWhole }: Any) => !isWhole)
        expect(differing, `${day} of ${JSON.stringify([...story.counts])}`).toEqual([])
      }
      await cash.expectBooks()
    }),
    { numRuns: isSoak ? 100 : 1, seed, endOnFailure: true },
  )
})
