import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AnsweredLedger, detailsOf, openCash, sumOf } from '../support/builders/cash.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { withKey } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// Money for a later price of a contract that is taken back: only what it opened waits again.

const service = await testService()
const cash = openCash(service)
checkBooks(service)
let dealer: number
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
})
beforeEach(() => setClock(service, '2024-04-12T15:00:00Z'))

/** Pays everything that the dealer owes for the contract, and answers the cash. */
async function payOwed(contractId: number): Promise<number> {
  const open = (await cash.owed(contractId)).filter(({ openAmount }) => openAmount > 0)
  const paid = await cash.post({
    ...{ type: 'Receipt', method: 'Check', accountHolderId: dealer, date: '2024-04-12' },
    ...{ amount: sumOf(open.map(({ openAmount: amount }) => ({ amount }))), details: detailsOf(open) },
  })
  expect(paid.status, paid.text).toBe(201)
  return paid.body.id
}

async function refinalize(contractId: number, surchargeCodes: string[]): Promise<void> {
  for (const answer of [
    await cash.admin.patch(`/contracts/${contractId}`, { surchargeCodes }),
    await cash.admin.post(`/contracts/${contractId}/refinalize`, {}, withKey()),
  ])
    expect(answer.status, answer.text).toBe(200)
}

const texts = (rows: readonly AnsweredLedger[]) =>
  rows.map(({ disbursementCode, amount, ledgerStatus }) => `${disbursementCode} ${amount} ${ledgerStatus}`)
const voided = async (id: number) => {
  const answer = await cash.patch(id, { status: 'Voided', reason: 'Lost' })
  expect(answer.status, answer.text).toBe(200)
}

test('the payables of the prices before stay open, also when a contract is refinalized twice in a day', async () => {
  const id = await cash.activate()
  const first = await payOwed(id)
  await refinalize(id, ['SEALS'])
  const second = await payOwed(id)
  await refinalize(id, ['SEALS', 'HITECH'])
  const third = await payOwed(id)
  const taxes = async () =>
    texts(await cash.payables(id))
      .filter((text) => text.startsWith('PREMTAX'))
      .sort()
  const others = async () =>
    new Set(
      (await cash.payables(id))
        .filter(({ disbursementCode }) => disbursementCode !== 'PREMTAX')
        .map(({ ledgerStatus }) => ledgerStatus),
    )
  expect(await taxes()).toEqual(['PREMTAX 0.9 Open', 'PREMTAX 1.8 Open', 'PREMTAX 21.23 Open'])
  await voided(third)
  expect(await taxes()).toEqual(['PREMTAX 0.9 Open', 'PREMTAX 1.8 Pending', 'PREMTAX 21.23 Open'])
  await voided(second)
  expect(await taxes()).toEqual(['PREMTAX 0.9 Pending', 'PREMTAX 1.8 Pending', 'PREMTAX 21.23 Open'])
  expect([...(await others())]).toEqual(['Open'])
  expect((await cash.contract(id)).fundingStatus).toBe('PartiallyFunded')
  await voided(first)
  expect(await taxes()).toEqual(['PREMTAX 0.9 Pending', 'PREMTAX 1.8 Pending', 'PREMTAX 21.23 Pending'])
  expect([...(await others())]).toEqual(['Pending'])
})

test('the payables of all prices wait when the money for the first price is taken back', async () => {
  const id = await cash.activate()
  const first = await payOwed(id)
  await refinalize(id, ['SEALS'])
  await payOwed(id)
  await voided(first)
  expect((await cash.payables(id)).every(({ waitsFor }) => waitsFor === 'Funding')).toBe(true)
})
