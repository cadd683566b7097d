import { describe, expect, test } from 'vitest'
import { table } from './facts.gen.ts'
import { can, factsOf, type Operation } from './facts.ts'

test('what is known of an operation', () => {
  expect(factsOf('POST /contracts/{contractId}/finalize')).toEqual({
    method: 'POST',
    path: '/contracts/{contractId}/finalize',
    permission: 'contracts:finalize',
    takesIdempotencyKey: true,
    takesDryRun: true,
    paging: undefined,
    sendsForm: false,
    answers: 'json',
  })
  expect(factsOf('GET /contracts')).toMatchObject({ paging: 'pages', takesIdempotencyKey: false })
  expect(factsOf('GET /events')).toMatchObject({ paging: 'cursor', permission: 'events:read' })
  expect(factsOf('POST /oauth/token')).toMatchObject({ sendsForm: true, permission: 'public' })
  expect(factsOf('GET /downloads/{link}')).toMatchObject({ answers: 'bytes' })
  expect(factsOf('GET /events/stream')).toMatchObject({ answers: 'stream', paging: undefined })
})

describe('can', () => {
  const clerk = { permissions: ['contracts:read', 'cash:receive'], user: { roles: ['ContractEntry'] } }
  const admin = { permissions: [], user: { roles: ['Admin'] } }

  test.each<[Operation, boolean, boolean, boolean]>([
    ['GET /contracts', false, true, false],
    ['POST /contracts/{contractId}/finalize', false, false, false],
    ['POST /inprocesscashtransactions', false, true, false],
    ['GET /me', false, true, true],
    ['PUT /sandbox/clock', false, false, true],
    ['POST /session', true, true, true],
  ])('%s: nobody %s, a clerk %s, an administrator without permissions %s', (operation, ...expected) => {
    expect([undefined, clerk, admin].map((session) => can(session, operation))).toEqual(expected)
  })

  test('knows how every permission is written', () => {
    for (const operation of Object.keys(table) as Operation[])
      expect(factsOf(operation).permission).toMatch(
        /^(public|signed-in|role \w+|[\w-]+:[\w-]+( or [\w-]+:[\w-]+)*)$/,
      )
  })
})
