import { expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { addMissingValues, completeReferenceLists } from '../../src/reference/complete-lists.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const { db } = await sandboxOf(service)

const combinationsOf = async (code: string) =>
  (
    await run<{ count: number }>(
      db,
      `select count(*)::int as count from complaint_cause_correction k
       join reference_value v on v.id = k.complaint_id where v.code = $1`,
      [code],
    )
  )[0]?.count

test('an administrator from before a list and a value gets both, and keeps what it changed', async () => {
  const before = await combinationsOf('VIBR')
  await run(
    ...([
      db,
      `delete from complaint_cause_correction where complaint_id in
      (select id from reference_value where list = 'Complaint' and code = 'VIBR')`,
      [],
    ] as const),
  )
  await run(db, `delete from reference_value where list = 'Complaint' and code = 'VIBR'`, [])
  await run(db, `delete from reference_value where list = 'RejectInspectionReason'`, [])
  await run(
    ...([
      db,
      `update reference_value set name = 'Ours', is_active = false
      where list = 'ContractHoldReason' and code = 'MISDOC'`,
      [],
    ] as const),
  )
  // An administrator may have removed a combination of values that it has.
  await run(
    db,
    `delete from complaint_cause_correction where id = (select min(id) from complaint_cause_correction)`,
    [],
  )
  const [{ count: kept } = { count: 0 }] = await run<{ count: number }>(
    ...([db, `select count(*)::int as count from complaint_cause_correction`, []] as const),
  )
  const lines: string[] = []
  await completeReferenceLists(service.databases, service.keys, (line) => lines.push(line))
  expect(lines).toEqual([
    expect.stringMatching(/: RejectInspectionReason OUTAREA, NOCAP, CONFLICT, BADADDR, VEHGONE$/),
    expect.stringMatching(/: Complaint VIBR$/),
  ])
  expect(await combinationsOf('VIBR')).toBe(before)
  expect(await run(db, `select count(*)::int as count from complaint_cause_correction`, [])).toEqual([
    { count: kept + Number(before) },
  ])
  const { body } = await service.api.as('sandbox-admin').get('/rejectinspectionreasons')
  expect(body).toHaveLength(5)
  expect(await run(db, `select name, is_active from reference_value where code = 'MISDOC'`, [])).toEqual([
    { name: 'Ours', is_active: false },
  ])
  expect(
    await run(db, `select subject, actor_name from audit_record where operation = 'migrate'`, []),
  ).toEqual([{ subject: 'referencevalues', actor_name: 'migration' }])
})

test('an administrator that has everything is left alone', async () => {
  expect(await addMissingValues(db, service.keys)).toEqual(new Map())
  expect(await run(db, `select from audit_record where operation = 'migrate'`, [])).toHaveLength(1)
})
