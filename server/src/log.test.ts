import { expect, test } from 'vitest'
import { prettyLine } from './log.ts'

const time = new Date(2026, 10, 16, 14, 3, 27).getTime()
const shown = (entry: Record<string, unknown>) => prettyLine(JSON.stringify({ level: 30, time, ...entry }))

const request = {
  ...{ requestId: 'r-1', method: 'GET', route: '/contracts/{contractId}', status: 200, ms: 3.12 },
  ...{ caller: 'client:sandbox-admin', tenant: 'ADM1' },
}

test.each([
  ['a request', request, '14:03:27 200 GET /contracts/{contractId} 3.12 ms client:sandbox-admin\n'],
  [
    'a request without a caller',
    { ...request, caller: undefined, status: 401 },
    '14:03:27 401 GET /contracts/{contractId} 3.12 ms\n',
  ],
  [
    'a failed request',
    { ...request, status: 500 },
    '14:03:27 500 GET /contracts/{contractId} 3.12 ms client:sandbox-admin r-1\n',
  ],
  [
    'a warning with its details',
    { level: 40, event: 'mail waits', waiting: 3, of: { tenant: 1 } },
    '14:03:27 WARN mail waits waiting=3 of={"tenant":1}\n',
  ],
  ['a message', { msg: 'Server listening' }, '14:03:27 Server listening\n'],
  [
    'an error with its stack',
    {
      ...{ level: 50, requestId: 'r-2', route: '/dealers' },
      err: { name: 'Error', message: 'broken', stack: '    at here\n    at there' },
    },
    '14:03:27 ERROR /dealers r-2 broken\n    at here\n    at there\n',
  ],
  ['control characters', { event: 'x', text: '\u001b[2Jgone\u0007\u009b' }, '14:03:27 x text=?[2Jgone??\n'],
])('%s is shown to people', (_, entry, line) => {
  expect(shown(entry)).toBe(line)
})
