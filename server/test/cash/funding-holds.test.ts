import { beforeAll, expect, test } from 'vitest'
import { detailsOf, openCash, sumOf } from '../support/builders/cash.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { earnedOf, holdReasons, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const cash = openCash(service)
checkBooks(service)
const reasons = await holdReasons(cash.admin)
let dealer: number
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
})

/** Suspends a contract for money that is missing, once for each reason, and pays all of it on 2025-05-16. */
async function suspendAndPay(id: number, since: readonly (readonly [reason: string, holdDate: string])[]) {
  await setClock(service, '2025-05-16T15:00:00Z')
  for (const [reason, holdDate] of since) {
    const body = { holdReasonId: reasons[reason], mode: 'Suspend', holdDate }
    const held = await cash.admin.post(`/contracts/${id}/holds`, body)
    expect(held.status, held.text).toBe(201)
  }
  const owed = await cash.owed(id)
  const posted = await cash.post({
    ...{ type: 'Receipt', method: 'Check', accountHolderId: dealer, date: '2025-05-16' },
    ...{ amount: sumOf(owed), details: detailsOf(owed) },
  })
  expect(posted.status, posted.text).toBe(201)
  return cash.contract(id)
}

const extensionsOf = ({ holds }: Awaited<ReturnType<typeof cash.contract>>) =>
  holds.flatMap(({ resolves }: { resolves: { extendsExpirationDays: number }[] }) =>
    resolves.map(({ extendsExpirationDays }) => extendsExpirationDays),
  )

/** Both suspensions are ended on one day, so the union of their days is the same in either order. */
const orders = [
  { first: 'the later', nonpay: '2025-04-11', underpaid: '2025-04-01', extensions: [35, 10] },
  { first: 'the earlier', nonpay: '2025-04-01', underpaid: '2025-04-11', extensions: [45, 0] },
]

test.each(orders)(
  'a payment that ends two suspensions extends the contract by the days of both, $first one resolved first',
  async ({ nonpay, underpaid, extensions }) => {
    await setClock(service, '2024-03-15T15:00:00Z')
    const id = await cash.activate()
    const contract = await suspendAndPay(id, [
      ['NONPAY', nonpay],
      ['UNDERPAID', underpaid],
    ])
    expect(contract).toMatchObject({ status: 'Active', fundingStatus: 'Funded' })
    expect(extensionsOf(contract)).toEqual(extensions)
    expect(contract.expirationDate).toBe('2029-04-29')
    const { posted, computed } = await earnedOf(service, id)
    expect(posted).toMatchObject({ RESERVE: 222.11, ADMIN: 26.15 })
    expect(posted).toEqual(computed)
  },
)
