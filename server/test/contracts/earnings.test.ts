import { beforeEach, describe, expect, test } from 'vitest'
import { finalize, sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { holdReasons, limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { monthsClosed, monthsOpened } from '../support/builders/periods.ts'
import { earningFaultsIn } from '../support/oracle/earnings/earning-books.ts'
import { testService } from '../support/service/app.ts'
import { faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const staff = () => service.api.as('sandbox-entry')
const books = () => service.api.as('sandbox-accounting')

const reasons = await holdReasons(staff())
beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

const at = (day: string) => setClock(service, `${day}T15:00:00Z`)
const details = async (id: number, query = '') =>
  (await books().get(`/contracts/${id}/earningdetails${query}`)).body
const sync = (id: number, body: object = {}) => books().post(`/contracts/${id}/syncEarnings`, body)

// biome-ignore lint/suspicious/noExplicitAny: lines as they are answered.
const lineIn = (lines: any[], code: string) => lines.find((line) => line.disbursementCode === code)
// biome-ignore lint/suspicious/noExplicitAny: a contract as it is answered.
const postedOf = async (id: number): Promise<any> =>
  Object.fromEntries(
    (await staff().get(`/contracts/${id}`)).body.disbursements.map(
      (line: { code: string; earnedToDate: number }) => [line.code, line.earnedToDate],
    ),
  )
const faults = async () => earningFaultsIn((await sandboxOf(service)).db)

describe('earned amounts', () => {
  test('are computed for a date, whatever was posted', async () => {
    const { id } = await sellAndFinalize(staff())
    const body = await details(id, '?asOfDate=2025-03-31')
    expect(body).toMatchObject({
      contractId: id,
      asOfDate: '2025-03-31',
      totals: { amount: 2995, earned: 2032.17, unearned: 962.83, refunded: 0 },
      contract: { contractId: id, finalizedDate: '2024-03-15' },
      ...{ holds: [], resolves: [], cancels: [], reinstatements: [], ledgerEdits: [], ledgerDeletes: [] },
      monthly: null,
    })
    expect(body.contract.lines).toHaveLength(8)
    expect(lineIn(body.contract.lines, 'RESERVE')).toMatchObject({
      ...{
        amount: 1061.7,
        method: 'PRORATA_DAYS',
        effectiveDate: '2024-03-15',
        expirationDate: '2029-03-15',
      },
      ...{ factor: 0.208653, earned: 221.53, unearned: 840.17, refunded: 0, periodEarned: 18.03 },
    })
    expect(lineIn(body.contract.lines, 'AGENT')).toMatchObject({
      ...{ factor: 1, earned: 75, unearned: 0, periodEarned: 0 },
    })
    expect(lineIn(body.contract.lines, 'ADMIN')).toMatchObject({ earned: 26.08, unearned: 98.92 })
  })

  test('are shown by month, and the months add up', async () => {
    const { id } = await sellAndFinalize(staff())
    const body = await details(id, '?asOfDate=2025-03-20&monthly=true&disbursementCode=reserve')
    expect(body.monthly).toHaveLength(13)
    expect(body.monthly[0]).toEqual({ month: '2024-03', earned: 9.3 })
    const sum = body.monthly.reduce((all: number, { earned }: { earned: number }) => all + earned, 0)
    expect(sum).toBeCloseTo(body.totals.earned, 6)
    expect(body.contract.lines).toHaveLength(1)
  })

  test('are zero before the contract is in force', async () => {
    const { body: sold } = await sellR1(staff())
    expect((await details(sold.id, '?asOfDate=2026-01-01')).totals).toEqual({
      ...{ amount: 2995, earned: 0, unearned: 2995, refunded: 0 },
    })
  })

  test('need the permission to read earnings', async () => {
    const { id } = await sellAndFinalize(staff())
    const answer = await service.api.as('sandbox-cancels').get(`/contracts/${id}/earningdetails`)
    expect([answer.status, answer.body.permission]).toEqual([403, 'earnings:read'])
    expect((await books().get('/contracts/987654321/earningdetails')).status).toBe(404)
  })

  test('are complete on the last day of the calendar', async () => {
    const { id } = await sellAndFinalize(staff())
    const { body } = await books().get(`/contracts/${id}/earningdetails?asOfDate=9999-12-31`)
    expect(body.totals).toMatchObject({ amount: 2995, earned: 2995, unearned: 0 })
  })

  test('refuse unknown parameters', async () => {
    const { id } = await sellAndFinalize(staff())
    const { status, body } = await books().get(`/contracts/${id}/earningdetails?pageSize=3&asOfDate=z`)
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()]).toEqual([
      400,
      ['?asOfDate', '?pageSize'],
    ])
  })

  test('do not show a dealer the parts of dealer cost', async () => {
    const { id } = await sellAndFinalize(staff())
    const dealer = await limitedTo(service, 'D1001', 'Auditor')
    const answer = await dealer.get(`/contracts/${id}/earningdetails?asOfDate=2025-03-31`)
    expect([answer.status, answer.body.permission]).toEqual([403, 'earnings:read'])
    const office = await limitedTo(service, 'D1001', 'Accounting')
    const { body: posted } = await office.post(`/contracts/${id}/syncEarnings`, {})
    expect(posted.lines.map(({ code }: { code: string }) => code)).toEqual(['DEALERCOST', 'MARKUP'])
  })
})

describe('posting', () => {
  test('starts when the contract is finalized, and happens once however often it is requested', async () => {
    const { id } = await sellAndFinalize(staff())
    expect(await postedOf(id)).toMatchObject({ RESERVE: 0, AGENT: 75, MARKUP: 1632.07 })
    await at('2025-03-31')
    const { status, body } = await sync(id, { asOfDate: '2025-02-28' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ contractId: id, asOfDate: '2025-02-28', status: 'Ok' })
    const second = await sync(id, { reason: 'month end' })
    expect(second.body.lines).toContainEqual({
      ...{ code: 'RESERVE', earnedBefore: 203.5, earnedAfter: 221.53, delta: 18.03 },
    })
    const third = await sync(id)
    expect(third.body.lines.every(({ delta }: { delta: number }) => delta === 0)).toBe(true)
    expect(await postedOf(id)).toMatchObject({ RESERVE: 221.53, ADMIN: 26.08 })
    const { body: journal } = await books().get(`/journal?contractId=${id}&entryType=Earning&pageSize=200`)
    expect(journal.items).toHaveLength(26)
    expect(journal.items[0]).toMatchObject({
      ...{ debitAccount: 'Unearned:RESERVE', creditAccount: 'Earned:RESERVE', amount: 9.3 },
      ...{ effectiveDate: '2024-03-31', accountingDate: '2024-03-31' },
    })
    expect(await faults()).toEqual([])
  })

  test('for a closed month goes to the first open month', async () => {
    const { id } = (await sellR1(staff())).body
    await at('2024-06-10')
    await monthsClosed(service, '2024-04')
    await finalize(staff(), id, { finalizeDate: '2024-03-15' })
    await sync(id)
    const { body } = await books().get(`/journal?contractId=${id}&entryType=Earning&account=Earned:RESERVE`)
    expect(body.items.map((row: Record<string, string>) => [row.effectiveDate, row.accountingDate])).toEqual([
      ['2024-03-31', '2024-05-01'],
      ['2024-04-30', '2024-05-01'],
      ['2024-05-31', '2024-05-31'],
      ['2024-06-10', '2024-06-10'],
    ])
    await monthsOpened(service)
  })

  test('is refused before the contract is in force, for a future date, and without permission', async () => {
    const { body: sold } = await sellR1(staff())
    const early = await sync(sold.id)
    expect([early.status, early.body.code, early.body.from]).toEqual([409, 'InvalidTransition', 'Pending'])
    const { id } = await sellAndFinalize(staff())
    const ahead = await sync(id, { asOfDate: '2024-03-16' })
    expect([ahead.status, ahead.body.code, ahead.body.latest]).toEqual([
      422,
      'AsOfDateOutOfRange',
      '2024-03-15',
    ])
    expect((await staff().post(`/contracts/${id}/syncEarnings`, {})).status).toBe(403)
    await service.api.as('sandbox-supervisor').post(`/contracts/${id}/lock`)
    expect((await sync(id)).status).toBe(423)
  })
})

describe('earnings after an event', () => {
  test('a hold stops them, and the resolve catches up', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2025-04-01')
    const hold = await staff().post(`/contracts/${id}/holds`, {
      holdReasonId: reasons.MISSIGN,
      mode: 'Freeze',
    })
    expect(await postedOf(id)).toMatchObject({ RESERVE: 222.11, ADMIN: 26.15 })
    await at('2025-05-16')
    expect((await sync(id)).body.lines).toContainEqual({
      ...{ code: 'RESERVE', earnedBefore: 222.11, earnedAfter: 222.11, delta: 0 },
    })
    await staff().post(`/contracts/${id}/holds/${hold.body.id}/resolves`, {})
    expect(await postedOf(id)).toMatchObject({ RESERVE: 248.27, ADMIN: 29.23 })
    const body = await details(id)
    expect(body.holds).toHaveLength(1)
    expect(lineIn(body.holds[0].lines, 'RESERVE')).toMatchObject({
      earnedAtHold: 222.11,
      asOfDate: '2025-04-01',
    })
    expect(body.resolves[0]).toMatchObject({ holdId: hold.body.id, resolveDate: '2025-05-16', heldDays: 45 })
    expect(lineIn(body.resolves[0].lines, 'RESERVE').catchUp).toBe(26.16)
    expect(lineIn(body.resolves[0].lines, 'ADMIN').catchUp).toBe(3.08)
    // On a day before the resolve it is as it was then.
    expect((await details(id, '?asOfDate=2025-05-15')).resolves).toEqual([])
    expect(await faults()).toEqual([])
  })

  test('a suspension stops them and extends the expiration', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2025-04-01')
    const hold = await staff().post(`/contracts/${id}/holds`, {
      holdReasonId: reasons.MISSIGN,
      mode: 'Suspend',
    })
    await at('2025-05-16')
    await staff().post(`/contracts/${id}/holds/${hold.body.id}/resolves`, {})
    const body = await details(id)
    expect(lineIn(body.contract.lines, 'RESERVE')).toMatchObject({
      ...{ earned: 222.11, expirationDate: '2029-04-29' },
    })
    const last = await details(id, '?asOfDate=2029-04-29')
    expect(last.totals).toEqual({ amount: 2995, earned: 2995, unearned: 0, refunded: 0 })
  })

  test('a void reverses them', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2024-04-20')
    await sync(id)
    const answer = await staff().patch(`/contracts/${id}`, { status: 'Voided', voidReason: 'Mistake' })
    expect(answer.status, answer.text).toBe(200)
    expect(await postedOf(id)).toMatchObject({ RESERVE: 0, AGENT: 0, MARKUP: 0 })
    const { totals } = await details(id)
    expect(totals).toEqual({ amount: 2995, earned: 0, unearned: 0, refunded: 2995 })
    expect((await details(id, '?asOfDate=2024-04-19')).totals.earned).toBeGreaterThan(1800)
    expect(await faults()).toEqual([])
  })

  describe('of a contract that was never finalized', () => {
    const none = { amount: 2995, earned: 0, unearned: 2995, refunded: 0 }
    const all = { amount: 2995, earned: 0, unearned: 0, refunded: 2995 }
    const voided = async (id: number) => {
      const answer = await staff().patch(`/contracts/${id}`, { status: 'Voided', voidReason: 'Mistake' })
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }

    test('a void refunds everything from its day on, and posts nothing', async () => {
      const { id } = (await sellR1(staff())).body
      expect((await details(id)).totals).toEqual(none)
      await at('2024-04-20')
      const { disbursements } = await voided(id)
      for (const { amount, refunded } of disbursements) expect(refunded).toBe(amount)
      const { totals, contract } = await details(id)
      expect(totals).toEqual(all)
      expect(lineIn(contract.lines, 'RESERVE')).toMatchObject({ factor: 0, unearned: 0, refunded: 1061.7 })
      expect((await details(id, '?asOfDate=2024-04-19')).totals).toEqual(none)
      expect((await details(id, '?asOfDate=2026-01-01')).totals).toEqual(all)
      expect((await books().get(`/journal?contractId=${id}`)).body.items).toEqual([])
      expect(await faults()).toEqual([])
    })

    test('a quote and a contract on hold are voided the same way, also automatically', async () => {
      const quote = (await sellR1(staff(), { status: 'Quote' })).body
      const abandoned = (await sellR1(staff())).body
      const held = (await sellR1(staff())).body
      await staff().post(`/contracts/${held.id}/holds`, { holdReasonId: reasons.MISSIGN })
      await voided(quote.id)
      await voided(held.id)
      await at('2024-06-14')
      await service.api.as('sandbox-admin').post(`/contracts/autovoidable/${abandoned.id}`, {})
      for (const { id } of [quote, held, abandoned]) {
        expect((await details(id)).totals).toEqual(all)
        expect((await books().get(`/journal?contractId=${id}`)).body.items).toEqual([])
      }
      expect(await faults()).toEqual([])
    })

    test('a voided one has nothing to post; one that waits is refused', async () => {
      const { id } = (await sellR1(staff())).body
      const { id: waiting } = (await sellR1(staff())).body
      await voided(id)
      const answer = await sync(id)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.lines).toHaveLength(8)
      for (const line of answer.body.lines)
        expect(line).toMatchObject({ earnedBefore: 0, earnedAfter: 0, delta: 0 })
      const both = await books().post('/contracts/updateEarnings', {
        ...{ asOfDate: '2024-03-15', contractIds: [id, waiting] },
      })
      expect(both.body).toMatchObject([
        { status: 'Ok', lines: answer.body.lines },
        { status: 'Failed', code: 'InvalidTransition' },
      ])
      expect((await sync(waiting)).body).toMatchObject({ code: 'InvalidTransition', from: 'Pending' })
      expect(await postedOf(id)).toMatchObject({ RESERVE: 0, MARKUP: 0 })
    })
  })

  test('a line is corrected, and a line is voided', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2025-03-31')
    await sync(id)
    const { body: rows } = await books().get(`/ledgers?contractId=${id}&direction=Receive&pageSize=200`)
    const rowOf = (code: string) =>
      rows.find((row: Record<string, unknown>) => row.disbursementCode === code && !row.isMemo)
    const edited = await books().patch(`/ledgers/${rowOf('RESERVE').id}`, { amount: 1000, reason: 'Agreed' })
    expect(edited.status, edited.text).toBe(200)
    await books().patch(`/ledgers/${rowOf('CLIP').id}`, { status: 'Voided', reason: 'Not ours' })
    const { body } = await sync(id)
    expect(body.lines).toContainEqual({
      ...{ code: 'RESERVE', earnedBefore: 221.53, earnedAfter: 208.65, delta: -12.88 },
    })
    const shown = await details(id)
    expect(shown.ledgerEdits).toEqual([
      {
        ...{ ledgerId: rowOf('RESERVE').id, disbursementCode: 'RESERVE', editDate: '2025-03-31' },
        ...{ oldAmount: 1061.7, newAmount: 1000, factor: 0.208653, catchUp: -12.88 },
      },
    ])
    expect(shown.ledgerDeletes).toEqual([
      {
        ...{ ledgerId: rowOf('CLIP').id, disbursementCode: 'CLIP', deleteDate: '2025-03-31' },
        ...{ amount: 12, earnedReversed: 2.5 },
      },
    ])
    expect(shown.totals.amount).toBe(2995)
    expect(lineIn((await details(id, '?asOfDate=2025-03-30')).contract.lines, 'RESERVE').amount).toBe(1061.7)
    expect(await faults()).toEqual([])
  })

  test('by month they are computed for a hundred years and no more', async () => {
    const { id } = await sellAndFinalize(staff())
    const ask = (search: string) =>
      books().get(`/contracts/${id}/earningdetails?monthly=true&asOfDate=${search}`)
    const all = (await ask('2124-02-29')).body
    expect(all.monthly).toHaveLength(1_200)
    expect(all.totals.earned).toBe(2995)
    expect(faultsIn(await ask('2124-03-01'))).toEqual(['?asOfDate Range'])
    expect((await details(id, '?asOfDate=9999-12-31')).totals.earned).toBe(2995)
  })

  test('a line that is corrected after a cancel never earns less than nothing', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2025-09-10')
    const body = { cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 }
    const cancel = await service.api.as('sandbox-admin').post(`/contracts/${id}/cancels`, body, withKey())
    expect(cancel.status, cancel.text).toBe(201)
    const { body: rows } = await books().get(`/ledgers?contractId=${id}&direction=Receive&pageSize=200`)
    const admin = rows.find(
      (row: Record<string, unknown>) =>
        row.disbursementCode === 'ADMIN' && row.ledgerType === 'ContractDisbursement',
    )
    const correct = (patch: object) => books().patch(`/ledgers/${admin.id}`, { ...patch, reason: 'Not ours' })
    const shown = async () => {
      const all = await details(id)
      for (const { earned, unearned, refunded, amount } of all.contract.lines) {
        expect(earned).toBeGreaterThanOrEqual(0)
        expect(Math.round((earned + unearned + refunded) * 100)).toBe(Math.round(amount * 100))
      }
      return all
    }
    expect(lineIn((await shown()).contract.lines, 'ADMIN')).toMatchObject({ earned: 48.75, refunded: 76.25 })
    expect((await correct({ amount: 50 })).status).toBe(200)
    const lowered = await shown()
    expect(lineIn(lowered.contract.lines, 'ADMIN')).toMatchObject({ earned: 0, refunded: 50, amount: 50 })
    expect(lowered.ledgerEdits).toMatchObject([{ newAmount: 50, catchUp: -48.75 }])
    await correct({ amount: 100 })
    await correct({ status: 'Voided' })
    const { contract, ledgerDeletes } = await shown()
    expect(lineIn(contract.lines, 'ADMIN')).toMatchObject({ earned: 0, refunded: 0, amount: 0, factor: 0 })
    expect(ledgerDeletes).toMatchObject([{ disbursementCode: 'ADMIN', amount: 100, earnedReversed: 23.75 }])
    const { body: read } = await staff().get(`/contracts/${id}`)
    expect(read.disbursements.filter((line: { earnedToDate: number }) => line.earnedToDate < 0)).toEqual([])
    const { body: synced } = await sync(id)
    expect(synced.lines).toContainEqual({ code: 'ADMIN', earnedBefore: 0, earnedAfter: 0, delta: 0 })
    expect(await faults()).toEqual([])
  })

  test('a refinalize with a new term uses the new schedule from its date', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2024-09-15')
    await sync(id)
    const { body: terms } = await staff().get(`/contracts/${id}`)
    const { body: plans } = await staff().get(`/Rates/Terms/Plan/${terms.plan.id}`)
    const other = plans.find(({ term }: { term: { months: number } }) => term.months === 36).term
    const changed = await staff().patch(`/contracts/${id}`, { termId: other.id })
    expect(changed.status, changed.text).toBe(200)
    const done = await staff().post(`/contracts/${id}/refinalize`, {}, withKey())
    expect(done.status, done.text).toBe(200)
    const before = lineIn((await details(id, '?asOfDate=2024-09-14')).contract.lines, 'RESERVE')
    const after = lineIn((await details(id)).contract.lines, 'RESERVE')
    expect([before.amount, before.expirationDate]).toEqual([1061.7, '2029-03-15'])
    expect(after.expirationDate).toBe('2027-03-15')
    // 184 of 1,095 days.
    expect(after.factor).toBe(0.168037)
    await sync(id)
    expect((await postedOf(id)).RESERVE).toBe(after.earned)
    expect(
      (await details(id)).ledgerEdits.map((one: Record<string, unknown>) => one.disbursementCode),
    ).toContain('RESERVE')
    expect(await faults()).toEqual([])
  })

  test('an expiration earns everything, and its correction reverses that', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2026-01-10')
    await staff().patch(`/contracts/${id}`, { odometerReading: { value: 90_000, date: '2026-01-10' } })
    const admin = service.api.as('sandbox-admin')
    const expired = await admin.post(`/contracts/autoexpire/${id}`, {})
    expect(expired.status, expired.text).toBe(200)
    expect(await postedOf(id)).toMatchObject({ RESERVE: 1061.7, ADMIN: 125 })
    const reopened = await admin.patch(`/contracts/${id}`, {
      odometerReading: { value: 30_000, date: '2026-01-10', reason: 'Misread' },
    })
    expect(reopened.status, reopened.text).toBe(200)
    expect((await postedOf(id)).RESERVE).toBe(387.24)
    expect(await faults()).toEqual([])
  })
})
