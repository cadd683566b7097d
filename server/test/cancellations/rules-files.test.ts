import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applyCancelRules } from '../../src/cancellations/rules/apply-rules.ts'
import { readLibrary } from '../../src/cancellations/rules/library.ts'
import { rulesAsYaml } from '../../src/cancellations/rules/write-rules.ts'
import { loadRefundTerms } from '../../src/contracts/form/load-form.ts'
import type { ContractRow } from '../../src/contracts/record/rows.ts'
import { run } from '../../src/db/database.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { verifyAudit } from '../../src/db/verify-audit.ts'
import { ruleFor } from '../../src/domain/cancellation/rules.ts'
import { rulesFromWritten } from '../../src/domain/cancellation/rules-file.ts'
import { startRules } from '../../src/reference/cancel-rules.ts'
import { loadCancelMethods, loadCancelRules } from '../../src/reference/load-cancel-rules.ts'
import { seededMethods, seededRules } from '../support/oracle/refunds/cancel-examples.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { type Ran, runCommand } from '../support/service/run-command.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// The commands run as on the command line, against the database of a running service.

const folder = mkdtempSync(join(tmpdir(), 'bulwark-rules-'))
const file = join(folder, 'rules.yaml')
const startFile = readFileSync(join(projectRoot, 'books/cancel-rules.yaml'), 'utf8')
const service = await testService()
const db = (await sandboxOf(service)).db

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bulwark = (...args: string[]): Promise<Ran> => runCommand(service, folder, ['cancelrules', ...args])

function on(command: 'check' | 'diff' | 'apply', text: string): Promise<Ran> {
  writeFileSync(file, text)
  return bulwark(command, '--tenant', 'adm1', '--file', file)
}

const changed = (from: string, to: string) => {
  expect(startFile).toContain(from)
  return startFile.replace(from, to)
}
const rowsOf = (code: string) =>
  run<{ id: number }>(
    db,
    'select id, is_active, effective_to from cancel_rule where code like $1 order by id',
    [`${code}%`],
  )
const NOTHING = 'The cancel rules already match the file.\n'

describe('the rules of a new administrator', () => {
  test('match the rule file of the project, and an export writes the same file', async () => {
    expect(await on('check', startFile)).toEqual({
      code: 0,
      out: 'The file is valid: 11 entries, 22 rules.\n',
    })
    expect(await on('diff', startFile)).toEqual({ code: 0, out: NOTHING })
    const exported = await bulwark('export', '--tenant', 'ADM1')
    expect(exported.out).toBe(startFile.slice(startFile.indexOf('- code')))
    expect(exported.out).toBe(rulesAsYaml(startRules.flatMap(rulesFromWritten)))
  })

  test('load as declared, with their methods', async () => {
    expect(await loadCancelRules(db)).toEqual(seededRules)
    const methods = seededMethods.map(({ code, monthRule, refundPercent }) => ({
      code,
      monthRule,
      refundPercent,
    }))
    expect(await loadCancelMethods(db)).toEqual(methods)
  })

  test('do not change when an export is applied, as YAML and as JSON', async () => {
    const before = await checksums(service)
    expect(await on('apply', (await bulwark('export', '--tenant', 'ADM1')).out)).toEqual({
      code: 0,
      out: NOTHING,
    })
    const json = await bulwark('export', '--tenant', 'ADM1', '--json')
    expect(await on('apply', json.out)).toEqual({ code: 0, out: NOTHING })
    expect(await checksums(service)).toEqual(before)
  })
})

describe('cancelrules check', () => {
  test('lists every fault with its line', async () => {
    const ran = await on('check', changed('state: FL', 'state: FX').replace('percent: 10', 'percent: 110'))
    expect(ran.code).toBe(1)
    expect(ran.out.trim().split('\n')).toEqual([
      expect.stringMatching(/rules\.yaml:\d+: percent: "110" is not a percent/),
      expect.stringMatching(/rules\.yaml:\d+: state: There is no state FX\./),
    ])
  })

  test('needs an administrator only to check program codes', async () => {
    writeFileSync(file, changed('code: WI-GAP', 'code: WI-GAP\n  program: NOPE'))
    expect(await bulwark('check', '--file', file)).toMatchObject({ code: 0 })
    expect(await bulwark('check', '--tenant', 'ADM1', '--file', file)).toMatchObject({
      code: 1,
      out: expect.stringContaining('There is no program NOPE. Use one of VSC-STD, GAP-STD,'),
    })
  })

  test('needs a file that exists', async () => {
    expect(await bulwark('check')).toMatchObject({ code: 2, out: expect.stringContaining('--file') })
    expect(await bulwark('check', '--file', join(folder, 'none'))).toMatchObject({
      code: 2,
      out: expect.stringContaining('ENOENT'),
    })
  })
})

describe('cancelrules diff', () => {
  test('shows in words what would change and where, and changes nothing', async () => {
    const before = await checksums(service)
    const text = changed('maxFee: 50.00', 'maxFee: 40.00').replace(/- code: OK-SC[\s\S]*?\n\n/, '')
    expect(await on('diff', text)).toEqual({
      code: 0,
      out: [
        "Removed: OK-SC, for OK, VSC, cancelled by the holder's side.",
        'Removed: OK-SC-P, for OK, VSC, cancelled by the provider.',
        'Changed: TX-SC: maximum fee from 50.00 to 40.00.',
        'This affects OK: VSC; TX: APL, KEY, TW, VSC.',
        '',
      ].join('\n'),
    })
    expect(await checksums(service)).toEqual(before)
  })

  test('prints data with --json', async () => {
    writeFileSync(file, changed('maxFee: 50.00', 'maxFee: 40.00'))
    const { out } = await bulwark('diff', '--tenant', 'ADM1', '--file', file, '--json')
    expect(JSON.parse(out)).toMatchObject({
      changes: [
        { kind: 'Changed', id: 1, fields: [{ field: 'maximum fee', before: '50.00', after: '40.00' }] },
      ],
      touched: ['TX: APL, KEY, TW, VSC'],
    })
  })

  test('needs an existing administrator and a file', async () => {
    for (const command of ['diff', 'apply', 'export'])
      expect(await bulwark(command, '--file', file)).toMatchObject({
        code: 2,
        out: expect.stringContaining(`cancelrules ${command} needs --tenant`),
      })
    writeFileSync(file, startFile)
    expect(await bulwark('diff', '--tenant', 'NOBODY', '--file', file)).toEqual({
      code: 1,
      out: 'There is no administrator NOBODY.\n',
    })
  })
})

describe('cancelrules apply', () => {
  beforeEach(async () => {
    await testService()
  })

  test('a new law for new sales: the old rule ends, rules keep their ids, and the change is audited', async () => {
    const old = await rowsOf('TX-SC')
    const [entry = ''] = /- code: TX-SC[\s\S]*?\n\n/.exec(startFile) ?? []
    const ended = entry.replace('state: TX', 'state: TX\n  effectiveTo: 2026-12-31')
    const next = entry
      .replace('state: TX', 'state: TX\n  effectiveFrom: 2027-01-01')
      .replace('freeLookDays: 30', 'freeLookDays: 45')
    const ran = await on('apply', changed(entry, ended + next))
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('New: TX-SC from 2027-01-01, for TX') })
    expect(await rowsOf('TX-SC')).toMatchObject([
      ...old.map(({ id }) => ({ id, is_active: true, effective_to: '2026-12-31' })),
      { effective_to: null },
      { effective_to: null },
    ])
    const question = { state: 'TX', productTypeCode: 'VSC', programId: 1, reasonCode: 'CUSTREQ' }
    const daysOf = async (saleDate: string) =>
      ruleFor(await loadCancelRules(db), { ...question, saleDate, side: 'Holder', sellerKind: null })
        .freeLookDays
    expect([await daysOf('2026-12-31'), await daysOf('2027-01-01')]).toEqual([30, 45])
    const [audited] = await run<{ changes: { pointer: string }[]; subject: string }>(
      db,
      "select subject, changes from audit_record where operation = 'cancelrules apply'",
      [],
    )
    expect(audited?.subject).toBe('tenants/ADM1/cancelrules')
    expect(audited?.changes.map(({ pointer }) => pointer)).toEqual([
      ...['/TX-SC', '/TX-SC-P', '/TX-SC/2027-01-01', '/TX-SC-P/2027-01-01'],
    ])
    const { faults } = await verifyAudit(db, service.keys.audit)
    expect(faults).toEqual([])
    expect(await on('apply', (await bulwark('export', '--tenant', 'ADM1')).out)).toEqual({
      code: 0,
      out: NOTHING,
    })
  })

  test('a removed rule no longer applies, and gets its id back when it returns', async () => {
    const before = await loadCancelRules(db)
    const [first] = await rowsOf('OK-SC')
    await on('apply', startFile.replace(/- code: OK-SC[\s\S]*?\n\n/, ''))
    expect((await loadCancelRules(db)).map(({ ruleCode }) => ruleCode)).not.toContain('OK-SC')
    expect((await rowsOf('OK-SC'))[0]).toEqual({ ...first, is_active: false })
    const okay = service.api.as('sandbox-inspector-ic100').get('/cancelmethods?state=OK&productTypeCode=VSC')
    expect((await okay).body.map(({ code }: { code: string }) => code)).toEqual(['FLAT', 'PRORATA_LESSER'])
    expect((await on('apply', startFile)).out).toContain('New: OK-SC, for OK, VSC')
    expect(await loadCancelRules(db)).toEqual(before)
  })

  test('a rule for a program and for reasons applies to these only', async () => {
    const rule = `${startFile}
- code: STD-REPO
  productTypeCodes: [VSC]
  program: vsc-std
  reasonCodes: [REPO]
  freeLookDays: 10
  method: PRORATA_MILES
  deductsClaims: true
  refundDays: 20

- code: STD
  program: VSC-STD
  freeLookDays: 12
  method: PRORATA_GREATER
  deductsClaims: true
  refundDays: 20
`
    expect((await on('apply', rule)).code).toBe(0)
    const [program] = await run<{ id: number }>(
      db,
      "select id from rate_item where kind = 'program' and path = 'VSC-STD'",
      [],
    )
    const sold = {
      ...{ state_of_sale: 'WY', product_type_code: 'VSC', sale_date: '2026-01-02' },
      ...{ sold: { cancelMethodCode: 'PRORATA_LESSER' }, item: { condition: 'New', vehicle: null } },
    }
    const termsOf = (programId: number | undefined) =>
      loadRefundTerms(db, { ...sold, program_id: programId } as unknown as ContractRow)
    expect(await termsOf(program?.id)).toMatchObject({
      freeLookDays: 12,
      method: { code: 'PRORATA_GREATER' },
    })
    expect(await termsOf(9_999)).toMatchObject({ freeLookDays: 30, method: { code: 'PRORATA_LESSER' } })
    const inUse = async (query: string) => {
      const answer = await service.api.as('sandbox-inspector-ic100').get(`/cancelmethods?${query}`)
      return answer.body.map(({ code }: { code: string }) => code)
    }
    expect(await inUse('state=WY&productTypeCode=VSC')).toEqual([
      ...['FLAT', 'PRORATA_MILES', 'PRORATA_LESSER', 'PRORATA_GREATER'],
    ])
    expect(await inUse('state=WY&productTypeCode=GAP')).toEqual(['FLAT', 'PRORATA_MONTHS'])
    expect(await on('diff', (await bulwark('export', '--tenant', 'ADM1')).out)).toEqual({
      code: 0,
      out: NOTHING,
    })
  })

  test('a program that is no longer sold is known as long as it has contracts', async () => {
    await run(db, "insert into rate_item (kind, path, id) values ('program', 'OLD-STD', 99)", [])
    const rule = `${startFile}
- {code: OLD, program: OLD-STD, freeLookDays: 10, deductsClaims: true, refundDays: 20}
`
    expect(await on('diff', rule)).toMatchObject({
      code: 1,
      out: expect.stringContaining('There is no program OLD-STD.'),
    })
    await run(
      db,
      `update contract set program_id = 99
       where id = (select min(id) from contract where product_type_code = 'GAP')`,
      [],
    )
    expect(await on('apply', rule)).toMatchObject({ code: 0, out: expect.stringContaining('New: OLD-P') })
    const rows = await run(
      db,
      'select distinct program_id, program_type from cancel_rule where code like $1',
      ['OLD%'],
    )
    expect(rows).toEqual([{ program_id: 99, program_type: 'GAP' }])
  })

  test('a file with a fault changes nothing', async () => {
    const before = await checksums(service)
    expect(await on('apply', startFile.slice(0, startFile.indexOf('- code: DEFAULT')))).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /contracts that match no other rule cannot be cancelled\.\nNothing was changed\.\n$/,
      ),
    })
    expect(await checksums(service)).toEqual(before)
  })

  test('files applied at the same time are applied one after the other', async () => {
    const texts = ['41.00', '42.00', '43.00'].map((fee) => changed('maxFee: 50.00', `maxFee: ${fee}`))
    const plans = await Promise.all(
      texts.map((text) => inTransaction(db, (tx) => applyCancelRules(tx, { name: 'rules.yaml', text }))),
    )
    expect(plans.map((plan) => 'changes' in plan && plan.changes.length)).toEqual([1, 1, 1])
    const befores = plans.flatMap((plan) =>
      'changes' in plan ? plan.changes.map((change) => 'before' in change && change.before.maxFee) : [],
    )
    expect(new Set(befores).size).toBe(3)
  })
})

describe('the library of state laws', () => {
  beforeEach(() => testService())

  const library = (command: string) => bulwark(command, '--tenant', 'ADM1', '--library')
  const UP_TO_DATE = 'The library of state laws is up to date.\n'

  test('is valid, and a diff that one applies once', async () => {
    expect(await bulwark('check', '--library')).toEqual({
      code: 0,
      out: 'The file is valid: 90 entries, 180 rules.\n',
    })
    const diff = await library('diff')
    expect(diff.out).toContain(
      'New: LAW-WA-VSC, for WA, VSC, cancelled by the holder\'s side: source "RCW 48.110.075"; free look 30 days;',
    )
    expect(diff.out).toContain('fees in the free look from day 10 25.00')
    expect(await loadCancelRules(db)).toEqual(seededRules)
    expect((await library('apply')).out).toBe(diff.out)
    expect(await library('apply')).toEqual({ code: 0, out: UP_TO_DATE })
    const kept = (await loadCancelRules(db)).filter(({ layer }) => layer === 'Library')
    const read = readLibrary()
    const inOrder = (rules: readonly object[]) => rules.map((rule) => JSON.stringify(rule, sorted)).sort()
    const sorted = (_: string, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value
    expect(
      inOrder(kept.map(({ id: _, programId, layer: __, ...rule }) => ({ ...rule, program: programId }))),
    ).toEqual(inOrder('rules' in read ? read.rules : []))
  })

  test('leaves the own rules alone, and they leave it alone', async () => {
    await library('apply')
    expect(await on('diff', startFile)).toEqual({ code: 0, out: NOTHING })
    expect((await bulwark('export', '--tenant', 'ADM1')).out).toBe(
      startFile.slice(startFile.indexOf('- code')),
    )
    await on('apply', changed('freeLookDays: 60', 'freeLookDays: 61'))
    expect(await library('diff')).toEqual({ code: 0, out: UP_TO_DATE })
    const question = { productTypeCode: 'VSC', programId: 1, reasonCode: 'CUSTREQ', saleDate: '2026-01-05' }
    const decides = async (state: string) =>
      ruleFor(await loadCancelRules(db), { ...question, state, side: 'Holder', sellerKind: null }).ruleCode
    expect(await Promise.all(['TX', 'WA', 'LA'].map(decides))).toEqual(['TX-SC', 'LAW-WA-VSC', 'DEFAULT'])
  })

  test('shows its coverage', async () => {
    const before = await bulwark('coverage', '--tenant', 'ADM1')
    expect(before.out.trim().split('\n').at(-1)).toBe(
      'Read 0, PartlyRead 0, Secondary 0, Own 10, Unverified 92.',
    )
    await library('apply')
    const { code, out } = await bulwark('coverage', '--tenant', 'ADM1')
    const lines = out.trim().split('\n')
    expect(code).toBe(0)
    expect(lines).toContain('LA VSC Unverified DEFAULT (no source)')
    expect(out).toContain('WI-GAP decides in place of LAW-WI-GAP, which says: ')
    expect(lines.at(-1)).toBe('Read 43, PartlyRead 26, Secondary 9, Own 10, Unverified 14.')
    expect((await bulwark('coverage')).out.trim().split('\n').at(-1)).toBe(lines.at(-1))
  })
})
