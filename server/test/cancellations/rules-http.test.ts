import { beforeEach, describe, expect, test } from 'vitest'
import { permissions } from '../../src/domain/permissions.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// The administrator's own cancel rules as a file, through HTTP.

let service: TestService
let admin: Caller
let file: { name: string; content: string; basis: string }
beforeEach(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  file = (await admin.get('/cancelrules/file')).body
})

const FREE_LOOK = /(- code: TX-SC\n(?: {2}.*\n)*? {2}freeLookDays: )30/
const longer = () => {
  const content = file.content.replace(FREE_LOOK, (_, before) => `${before}45`)
  expect(content).not.toBe(file.content)
  return content
}
const compare = async (content: string) => {
  const { status, body, text } = await admin.post('/cancelrules/comparisons', { content })
  expect(status, text).toBe(200)
  return body
}

test('the file is what is in force, and says so', async () => {
  expect(file.name).toBe('cancel-rules.yaml')
  expect((await admin.post('/cancelrules/checks', { content: file.content })).body).toEqual({
    ...{ isValid: true, entries: 11, rules: 22, faults: [] },
  })
  expect(await compare(file.content)).toEqual({
    ...{ isValid: true, faults: [], isSame: true, basis: file.basis, changes: [], affected: [] },
  })
  expect((await service.api.as('sandbox-cancels').get('/cancelrules/file')).body).toEqual(file)
})

describe('a file with faults', () => {
  const wrong = () => file.content.replace(/maxFee: .*/, 'maxFee: much').replace(/state: FL/, 'state: ZZ')

  test('is checked: every fault with its line', async () => {
    const { status, body } = await admin.post('/cancelrules/checks', { name: 'ours.yaml', content: wrong() })
    expect([status, body.isValid, body.entries]).toEqual([200, false, 0])
    const reasons = body.faults.map(({ reason }: { reason: string }) => reason).join(' ')
    expect(body.faults.length).toBeGreaterThanOrEqual(2)
    expect(reasons).toContain('much')
    expect(reasons).toContain('ZZ')
    for (const { file: name, line } of body.faults) expect([name, line > 1]).toEqual(['ours.yaml', true])
  })

  test('is neither compared nor applied', async () => {
    expect(await compare(wrong())).toMatchObject({ isValid: false, changes: [], basis: file.basis })
    const refused = await admin.post('/cancelrules', { content: wrong(), basis: file.basis })
    expect(refused).toMatchObject({ status: 422, body: { code: 'CancelRulesInvalid' } })
    expect(refused.body.faults.length).toBeGreaterThanOrEqual(2)
    expect((await admin.get('/cancelrules/file')).body).toEqual(file)
  })
})

describe('a file that changes a rule', () => {
  test('shows old and new, and what it affects', async () => {
    const body = await compare(longer())
    expect(body).toMatchObject({ isValid: true, isSame: false, basis: file.basis })
    expect(body.changes).toEqual([
      {
        ...{ kind: 'Changed', ruleCode: 'TX-SC', state: 'TX', side: 'Holder', effectiveFrom: null },
        productTypeCodes: ['VSC', 'TW', 'KEY', 'APL'],
        text: 'Changed: TX-SC: free look from 30 days to 45 days.',
        fields: [{ field: 'free look', before: '30 days', after: '45 days' }],
      },
      expect.objectContaining({ kind: 'Changed', side: 'Provider' }),
    ])
    expect(body.affected).toEqual(['TX: APL, KEY, TW, VSC'])
  })

  test('is applied once, with its event and its audit record', async () => {
    const body = { content: longer(), basis: file.basis, note: 'The new law' }
    const tried = await admin.post('/cancelrules?dryRun=true', body)
    expect(tried.body.effects.events).toMatchObject([
      { type: 'cancelRules.applied', subject: 'cancelrules/Own', data: { added: 0, changed: 2, removed: 0 } },
    ])
    expect((await admin.get('/cancelrules/file')).body).toEqual(file)
    const headers = { 'idempotency-key': 'rules' }
    const made = await admin.post('/cancelrules', body, headers)
    expect(made.status, made.text).toBe(200)
    expect(made.body.changes).toHaveLength(2)
    const present = (await admin.get('/cancelrules/file')).body
    expect([present.content, present.basis]).toEqual([body.content, made.body.basis])
    const [rule] = (await admin.get('/cancelrules?ruleCode=TX-SC')).body.items
    expect(rule.terms).toContainEqual({ name: 'free look', value: '45 days' })
    expect((await admin.post('/cancelrules', body, headers)).text).toBe(made.text)
    const { body: audit } = await admin.get('/audit?subject=cancelrules/Own')
    expect(audit.items).toMatchObject([{ operation: 'POST /cancelrules', reason: 'The new law' }])
    expect(audit.items[0].changes.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      ...['/basis', '/content'],
    ])
    expect((await admin.get('/events?types=cancelRules.*')).body.items).toHaveLength(1)
  })

  test('is refused if the rules are others by now, or if they are the same', async () => {
    await admin.post('/cancelrules', { content: longer(), basis: file.basis })
    const { basis } = (await admin.get('/cancelrules/file')).body
    expect(await admin.post('/cancelrules', { content: file.content, basis: file.basis })).toMatchObject({
      ...{ status: 409, body: { code: 'CancelRulesMoved', basis } },
    })
    expect(await admin.post('/cancelrules', { content: longer(), basis })).toMatchObject({
      ...{ status: 409, body: { code: 'CancelRulesUnchanged' } },
    })
  })
})

test('changing rules is for staff that may change settings', async () => {
  const scopes = [{ type: 'Dealer', id: await holderId(service, 'Dealer', 'D1001') }]
  const { body } = await admin.post('/apikeys', { name: 'limited', permissions, scopes })
  const { content, basis } = file
  for (const caller of [service.api.as('sandbox-cancels'), service.api.with(body.key)])
    for (const [path, sent] of [
      ['/cancelrules/checks', { content }],
      ['/cancelrules/comparisons', { content }],
      ['/cancelrules', { content, basis }],
    ] as const)
      expect(await caller.post(path, sent)).toMatchObject({
        ...{ status: 403, body: { code: 'Forbidden', permission: 'settings:write' } },
      })
  expect((await service.api.with(body.key).get('/cancelrules/file')).status).toBe(403)
  expect((await service.api.as('sandbox-dealer-d1001').get('/cancelrules/file')).status).toBe(403)
})
