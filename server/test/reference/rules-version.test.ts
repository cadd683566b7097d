import { expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { addMissingValues } from '../../src/reference/complete-lists.ts'
import { changeRule } from '../support/builders/cancel-requests.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const { db } = await sandboxOf(service)

/** The stored version, and the one that the rules and methods have. */
async function versions(): Promise<readonly [stored: string, real: string]> {
  const [row] = await run<{ stored: string; real: string }>(
    db,
    `select version as stored, concat((select sum(hash_record_extended(r, 0)) from cancel_rule r), ' and ',
       (select sum(hash_record_extended(v, 0)) from reference_value v where v.list = 'CancelMethod')) as real
     from cancel_rules_version`,
    [],
  )
  return [row?.stored ?? '', row?.real ?? '']
}

test('the sandbox has the version of its rules', async () => {
  const [stored, real] = await versions()
  expect(stored).toBe(real)
})

test('a changed rule and a new method change the version', async () => {
  const [before] = await versions()
  await changeRule(service, 'TX-SC', 'max_fee = max_fee + 1')
  const [changed, real] = await versions()
  expect([changed !== before, changed]).toEqual([true, real])
  const value = {
    code: 'NEWMETHOD',
    name: 'New method',
    details: { monthRule: 'Ignore', refundPercent: 100 },
  }
  await addMissingValues(db, service.keys, [{ list: 'CancelMethod', value }])
  const [added, realAfter] = await versions()
  expect([added !== changed, added]).toEqual([true, realAfter])
})
