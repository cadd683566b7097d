import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sandboxBookFolder } from '../../src/rates/book/folder.ts'
import { type Disbursements, flat, openDisbursements } from '../support/builders/disbursements.ts'
import { runCommand } from '../support/service/run-command.ts'

const PROGRAM = 'programs/VSC-STD/program.yaml'
let world: Disbursements
let folder = ''
beforeEach(async () => {
  world = await openDisbursements()
  folder = mkdtempSync(join(tmpdir(), 'bulwark-book-'))
  cpSync(sandboxBookFolder, folder, { recursive: true })
  return () => rmSync(folder, { recursive: true, force: true })
})

const edit = (from: string | RegExp, to: string) => {
  const path = join(folder, PROGRAM)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
}
const diff = async () => {
  const { code, out } = await runCommand(world.service, folder, [
    ...['ratebook', 'diff', '--tenant', 'ADM1', '--folder', folder],
  ])
  expect(code).toBe(0)
  return out.trim().split('\n')
}
const agree = async (facts: object = {}) =>
  world.completed(
    world.caller.post(`/Rates/Disbursements/AccountHolder/${await world.holder('Agent', 'A100')}`, {
      ...{ programId: world.programId, disbursementCode: 'AGENT', effectiveFrom: '2024-04-01' },
      calculation: flat(90),
      ...facts,
    }),
  )
const percent = (share: number, percentBase: string | string[]) => ({
  ...{ type: 'PercentOf', percent: share, percentBase },
})

const AGREED = 'VSC-STD: AGENT is overridden through the API (Flat 90.00 from 2024-04-01 for agent A100)'

test('a diff lists the overrides that replace figures of the book', async () => {
  await agree()
  await agree({
    planId: world.planId,
    classCode: '3',
    effectiveTo: '2024-12-31',
    calculation: percent(6, 'DealerCost'),
  })
  await world.completed(
    world.caller.patch(`/Rates/Disbursements/${await world.lineId('ADMIN')}`, {
      ...{ calculation: flat(130), effectiveFrom: '2024-04-01' },
    }),
  )
  const overridden = [
    `${AGREED}. The figure of this book does not apply there.`,
    'VSC-STD: AGENT is overridden through the API (6% of DealerCost 2024-04-01 to 2024-12-31 for agent A100, plan PLATINUM, class 3). The figure of this book does not apply there.',
    'VSC-STD: ADMIN is overridden through the API (Flat 130.00 from 2024-04-01 for every dealer). The figure of this book does not apply there.',
  ]
  expect(await diff()).toEqual(['The live rate book is the same.', ...overridden])
  edit('amount: 75.00', 'amount: 80.00')
  expect(await diff()).toEqual([
    'VSC-STD: disbursement AGENT: amount changed from 75.00 to 80.00',
    ...overridden,
  ])
})

test('a diff lists overrides without effect and those that cannot be computed', async () => {
  await agree()
  await agree({ disbursementCode: 'CLIP', calculation: percent(5, ['ADMIN']) })
  await agree({ disbursementCode: 'RESERVE', calculation: { type: 'FactorTable' } })
  edit(/ {2}- code: AGENT(.|\n)*?(?= {2}- code: DLRGRP)/, '')
  edit('{ type: Flat, amount: 125.00 }', '{ type: PercentOf, percent: 5, base: [CLIP] }')
  const lines = await diff()
  expect(lines).toContain(`${AGREED}. This book has no such line, so the override would have no effect.`)
  expect(lines.at(-1)).toMatch(
    /^VSC-STD: CLIP .* cannot be computed with this book, so there would be no rates: These lines are percentages of each other in a circle: CLIP of ADMIN of CLIP\.$/,
  )
})
