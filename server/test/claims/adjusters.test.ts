import { expect, test } from 'vitest'
import { permissions } from '../../src/domain/permissions.ts'
import { testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

interface Adjuster {
  readonly id: number
  readonly userName: string
  readonly authority: number | null
  readonly mayApprove: boolean
  readonly isSelf: boolean
}

test('users who may decide claims, with the amount that each authorizes alone', async () => {
  const { caller, answer } = await signIn(service.api, { userName: 'sandbox-adjuster@sandbox.example' })
  const all: Adjuster[] = (await caller.get('/claims/adjusters')).body
  const named = (name: string) => all.find(({ userName }) => userName === `${name}@sandbox.example`)
  expect(named('sandbox-adjuster')).toMatchObject({
    ...{ id: answer.body.user.id, authority: 5_000, mayApprove: false, isSelf: true },
  })
  expect(named('sandbox-supervisor')).toMatchObject({ authority: null, mayApprove: true, isSelf: false })
  expect(named('sandbox-cancels')).toBeUndefined()
  expect(all.some(({ userName }) => userName.includes('dealer'))).toBe(false)
})

test('the authority is that of the setting', async () => {
  const { body } = await admin.get('/generalsettings?pageSize=200')
  const { id } = (body.items ?? body).find(({ key }: { key: string }) => key === 'adjusterAuthority')
  expect((await admin.patch(`/generalsettings/${id}`, { value: 750.5 })).status).toBe(200)
  const all: Adjuster[] = (await admin.get('/claims/adjusters')).body
  expect(all.find(({ userName }) => userName === 'sandbox-adjuster@sandbox.example')?.authority).toBe(750.5)
})

test('callers that are limited to account holders do not see who decides', async () => {
  const scopes = [{ type: 'Dealer', id: await holderId(service, 'Dealer', 'D1001') }]
  const { body } = await admin.post('/apikeys', { name: 'limited', permissions, scopes })
  expect(await service.api.with(body.key).get('/claims/adjusters')).toMatchObject({
    ...{ status: 403, body: { permission: 'claims:read' } },
  })
})
