import { expect, test } from 'vitest'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const period = { fromDate: '2024-03-01', toDate: '2024-03-31' }

test('the newest statements come first, of one account holder if wanted, and of own accounts only', async () => {
  const [one, other] = [
    await holderId(service, 'Dealer', 'D1001'),
    await holderId(service, 'Dealer', 'D2001'),
  ]
  const request = async (holder: number) =>
    (await admin.post(`/accountholders/${holder}/statementrequests`, period)).body
      .statementRequestId as number
  const [first, second, third] = [await request(one), await request(other), await request(one)]
  const ids = async (query: string, caller = admin) => {
    const { status, body, text } = await caller.get(`/statementrequests${query}`)
    expect(status, text).toBe(200)
    return body.map(({ id }: { id: number }) => id)
  }
  expect((await ids('')).slice(0, 3)).toEqual([third, second, first])
  expect(await ids(`?accountHolderId=${other}`)).toEqual([second])
  const [row] = (await admin.get(`/statementrequests?accountHolderId=${other}`)).body
  expect(row).toEqual((await admin.get(`/statementrequests/${second}`)).body)
  expect(await ids('?status=Failed')).toEqual([])
  const { body } = await admin.post('/apikeys', {
    ...{ name: 'limited', permissions: ['statements:write'], scopes: [{ type: 'Dealer', id: one }] },
  })
  const dealer = service.api.with(body.key)
  expect(await ids('', dealer)).toEqual([third, first])
  expect(await ids(`?accountHolderId=${other}`, dealer)).toEqual([])
})

test('it needs the permission for statements', async () => {
  expect(await service.api.as('sandbox-cancels').get('/statementrequests')).toMatchObject({
    ...{ status: 403, body: { permission: 'statements:write' } },
  })
})
