import { describe, expect, test } from 'vitest'
import { Problem } from '../../src/http/problems.ts'
import type { ContractHooks } from '../../src/ledger/hooks.ts'
import { ledgerRoutes } from '../../src/ledger/routes.ts'
import { inDatabase } from '../support/builders/database.ts'
import { accountOf, finalizeR1, onContract, pay, sellR1 } from '../support/builders/ledger-fixtures.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { serve } from '../support/service/server.ts'

const service = await testService()
const agent = await accountOf(service, 'AGENT')
const accounting = () => service.api.as('sandbox-accounting')

const rowOf = async (contract: number, code: string, direction = 'Receive'): Promise<number> => {
  const search = `contractId=${contract}&disbursementCode=${code}&direction=${direction}&ledgerType=ContractDisbursement`
  return (await accounting().get(`/ledgers?${search}`)).body[0].id
}
const amountsOf = async (contract: number): Promise<Record<string, number>> => {
  const { body } = await accounting().get(`/ledgers?contractId=${contract}&direction=Pay&pageSize=100`)
  const live = body.filter((row: { ledgerStatus: string }) => row.ledgerStatus !== 'Voided')
  return Object.fromEntries(
    live.map((row: { disbursementCode: string; amount: number }) => [row.disbursementCode, row.amount]),
  )
}
const journalOf = async (search: string): Promise<string[]> =>
  (await accounting().get(`/journal?${search}`)).body.items.map(
    (row: { entryType: string; debitAccount: string; creditAccount: string; amount: number }) =>
      `${row.entryType} ${row.debitAccount} -> ${row.creditAccount} ${row.amount}`,
  )
const eventsOf = async (id: number) => {
  const rows = await inDatabase<{ type: string; data: unknown }>(
    service,
    'select type, data from event where subject = $1 order by sequence',
    [`ledgers/${id}`],
  )
  return rows.map(({ type, data }) => [type, data])
}

describe('a manual row', () => {
  const manual = () => ({ accountHolderId: agent, direction: 'Receive', amount: 40.25, reason: 'Goodwill' })

  test('is open, is booked and emits an event', async () => {
    const answer = await accounting().post('/ledgers', { ...manual(), effectiveDate: '2024-05-03' })
    expect(answer.status).toBe(201)
    const { id } = answer.body
    expect(answer.headers.get('location')).toBe(`/ledgers/${id}`)
    expect(answer.body).toMatchObject({
      ...{
        ledgerType: 'Adjustment',
        ledgerStatus: 'Open',
        amount: 40.25,
        openAmount: 40.25,
        reason: 'Goodwill',
      },
      ...{ effectiveDate: '2024-05-03', accountingDate: '2024-05-03', dueDate: '2024-05-03', contract: null },
      ...{ createdBy: 'sandbox-accounting', disbursementCode: null },
    })
    const read = await accounting().get(`/ledgers/${id}`)
    expect(read.body).toEqual(answer.body)
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'))
    expect(await journalOf(`ledgerId=${id}`)).toEqual([`Manual Receivable:${agent} -> Adjustments 40.25`])
    expect(await eventsOf(id)).toEqual([['ledger.created', { id, status: 'Open' }]])
  })

  test('can belong to a contract', async () => {
    const contractId = await sellR1(service, 'VSC-MANUAL')
    const { body } = await accounting().post('/ledgers', {
      ...{ ...manual(), direction: 'Pay', contractId, disbursementCode: 'BONUS', dueDate: '2024-12-31' },
    })
    expect(body).toMatchObject({
      ...{ contract: { type: 'Contract', id: contractId, number: 'VSC-MANUAL' }, dueDate: '2024-12-31' },
      ...{ disbursementCode: 'BONUS', direction: 'Pay' },
    })
    expect(await journalOf(`contractId=${contractId}`)).toEqual([
      `Manual Adjustments -> Payable:${agent} 40.25`,
    ])
  })

  test('is refused with all unknown references at once', async () => {
    const wrong = { ...manual(), accountHolderId: 987654, contractId: 987654, claimId: 1 }
    const problem = expectProblem(await accounting().post('/ledgers', wrong), 'UnknownReference')
    expect((problem.errors as unknown as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      ...['/accountHolderId', '/contractId', '/claimId'],
    ])
  })

  test.each([
    [{ amount: 0 }, ['/amount Range']],
    [{ amount: -5 }, ['/amount Range']],
    [{ amount: 1.005 }, ['/amount Precision']],
    [{ reason: '' }, ['/reason Length']],
    [{ reason: undefined, direction: 'Both' }, ['/direction Enum', '/reason Required']],
  ])('is refused with %j', async (wrong, faults) => {
    expect(faultsIn(await accounting().post('/ledgers', { ...manual(), ...wrong })).sort()).toEqual(faults)
  })

  test('requires the permission to adjust', async () => {
    expectProblem(await service.api.as('sandbox-auditor').post('/ledgers', manual()), 'Forbidden')
    expectProblem(await service.api.as('sandbox-office-d1001').post('/ledgers', manual()), 'Forbidden')
  })

  test('as a dry run answers its rows, bookings and events', async () => {
    const before = (await accounting().get('/journal')).body.totalCount
    const { body } = await accounting().post('/ledgers?dryRun=true', manual())
    const { effects, ...row } = body
    expect(effects.ledger).toEqual([row])
    expect(effects.journal).toMatchObject([
      {
        entryType: 'Manual',
        debitAccount: `Receivable:${agent}`,
        creditAccount: 'Adjustments',
        ledgerId: row.id,
      },
    ])
    expect(effects.events).toMatchObject([{ type: 'ledger.created', subject: `ledgers/${row.id}` }])
    expect((await accounting().get('/journal')).body.totalCount).toBe(before)
  })
})

describe('a correction', () => {
  test('of a line changes both its rows and the markup, and books the difference', async () => {
    const contract = await finalizeR1(service, 'VSC-EDIT')
    const id = await rowOf(contract, 'AGENT')
    const answer = await accounting().patch(`/ledgers/${id}`, { amount: 60, reason: 'Agreed less' })
    expect(answer.body).toMatchObject({
      id,
      amount: 60,
      openAmount: 60,
      reason: 'Agreed less',
      rowVersion: 3,
    })
    expect(await amountsOf(contract)).toMatchObject({ AGENT: 60, MARKUP: 1647.07 })
    const dealer = answer.body.accountHolder.id
    const booked = `LedgerEdit Payable:${agent} -> Receivable:${dealer} 15`
    expect(await journalOf(`contractId=${contract}&entryType=LedgerEdit`)).toEqual([booked])
    // The bookings of a line are found by either of its rows.
    expect(await journalOf(`ledgerId=${await rowOf(contract, 'AGENT', 'Pay')}`)).toContain(booked)
    expect(await eventsOf(id)).toEqual([['ledger.edited', { id, status: 'Open' }]])
    expect(
      await inDatabase(
        service,
        'select kind, ledger_id, old_amount, new_amount, reason from ledger_edit where contract_id = $1',
        [contract],
      ),
    ).toEqual([{ kind: 'Edit', ledger_id: id, old_amount: 75_00, new_amount: 60_00, reason: 'Agreed less' }])
  })

  test('voids both rows of a line with their offsets, and reverses what was booked', async () => {
    const contract = await finalizeR1(service, 'VSC-DELETE')
    const pays = await rowOf(contract, 'ROADSIDE', 'Pay')
    const answer = await accounting().patch(`/ledgers/${pays}`, { status: 'Voided', reason: 'Not sold' })
    expect(answer.body).toMatchObject({ ledgerStatus: 'Voided', openAmount: 0, amount: 18 })
    const { body } = await accounting().get(`/ledgers?contractId=${contract}&disbursementCode=ROADSIDE`)
    expect(body.map((row: { ledgerStatus: string }) => row.ledgerStatus)).toEqual(Array(4).fill('Voided'))
    expect(body.filter((row: { offsetOfLedgerId: number }) => row.offsetOfLedgerId === pays)).toHaveLength(1)
    const { items } = (await accounting().get(`/journal?ledgerId=${pays}`)).body
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({ entryType: 'LedgerDelete', reversesId: items[0].id })
    expect(await amountsOf(contract)).toMatchObject({ MARKUP: 1650.07 })
    expect(await eventsOf(pays)).toEqual([['ledger.voided', { id: pays, status: 'Voided' }]])
  })

  test('of a due date changes only that row', async () => {
    const contract = await finalizeR1(service, 'VSC-DUE')
    const id = await rowOf(contract, 'CLIP')
    await accounting().patch(`/ledgers/${id}`, { dueDate: '2024-06-30', reason: 'Asked for' })
    const { body } = await accounting().get(`/ledgers?contractId=${contract}&disbursementCode=CLIP`)
    expect(body.map((row: { dueDate: string }) => row.dueDate)).toEqual(['2024-06-30', '2024-03-15'])
    expect(await journalOf(`contractId=${contract}&entryType=LedgerEdit`)).toEqual([])
  })

  test('as a dry run answers everything that it would change', async () => {
    const contract = await finalizeR1(service, 'VSC-DRY')
    const id = await rowOf(contract, 'AGENT')
    const { body } = await accounting().patch(`/ledgers/${id}?dryRun=true`, { amount: 90, reason: 'More' })
    const changed = body.effects.ledger.map(
      (row: { disbursementCode: string; amount: number }) => `${row.disbursementCode} ${row.amount}`,
    )
    expect(changed.sort()).toEqual(['AGENT 90', 'AGENT 90', 'MARKUP 1617.07'])
    expect(body.effects.journal).toHaveLength(1)
    expect(await amountsOf(contract)).toMatchObject({ AGENT: 75 })
  })

  test('honours If-Match', async () => {
    const contract = await finalizeR1(service, 'VSC-MATCH')
    const id = await rowOf(contract, 'AGENT')
    const etag = String((await accounting().get(`/ledgers/${id}`)).headers.get('etag'))
    const patch = (amount: number) =>
      accounting().patch(`/ledgers/${id}`, { amount, reason: 'x' }, { 'if-match': etag })
    expect((await patch(80)).status).toBe(200)
    expectProblem(await patch(81), 'PreconditionFailed')
  })

  test('waits for another change of the contract, and decides on its result', async () => {
    const contract = await finalizeR1(service, 'VSC-RACE')
    const id = await rowOf(contract, 'AGENT')
    const statement = `update tenant_adm1.ledger set paid_amount = 1 where id = ${id}`
    const locked = `select from tenant_adm1.contract where id = ${contract} for update; ${statement}`
    const answer = await overtaken(service, locked, () =>
      accounting().patch(`/ledgers/${id}`, { amount: 60, reason: 'x' }),
    )
    expect(expectProblem(answer, 'LedgerNotEditable').reason).toBe('PartPaid')
  })

  test.each([
    [{ amount: 5 }, ['/reason Required']],
    [{ amount: 0, reason: 'x' }, ['/amount Range']],
    [{ status: 'Paid', reason: 'x' }, ['/status Enum']],
    [{ status: 'Voided', amount: 5, reason: 'x' }, ['/status Format']],
    [{ dueDate: null, reason: 'x' }, ['/dueDate Type']],
  ])('is refused with %j', async (body, faults) => {
    expect(faultsIn(await accounting().patch('/ledgers/1', body))).toEqual(faults)
  })

  test('of an unknown row is 404', async () => {
    expectProblem(await accounting().patch('/ledgers/987654', { reason: 'x' }), 'NotFound')
  })
})

describe('a row cannot be corrected', () => {
  const refusalOf = async (answer: Answer) => expectProblem(answer, 'LedgerNotEditable').reason
  const both = async (id: number) => [
    await refusalOf(await accounting().patch(`/ledgers/${id}`, { amount: 1, reason: 'x' })),
    await refusalOf(await accounting().patch(`/ledgers/${id}`, { status: 'Voided', reason: 'x' })),
  ]

  test('if it is voided', async () => {
    const contract = await finalizeR1(service, 'VSC-R1')
    const id = await rowOf(contract, 'CLIP')
    await accounting().patch(`/ledgers/${id}`, { status: 'Voided', reason: 'x' })
    expect(await both(id)).toEqual(['Voided', 'Voided'])
  })

  test('if it or the other row of its line is fully or partly paid', async () => {
    const contract = await finalizeR1(service, 'VSC-R2')
    await pay(service, contract, (row) => row.isDealerCost && row.disbursementCode === 'CLIP')
    await pay(service, contract, (row) => row.isDealerCost && row.disbursementCode === 'AGENT', 0.5)
    expect(await both(await rowOf(contract, 'CLIP'))).toEqual(['Paid', 'Paid'])
    expect(await both(await rowOf(contract, 'CLIP', 'Pay'))).toEqual(['Paid', 'Paid'])
    expect(await both(await rowOf(contract, 'AGENT'))).toEqual(['PartPaid', 'PartPaid'])
  })

  test('if it is in a batch', async () => {
    const contract = await finalizeR1(service, 'VSC-R3')
    const id = await rowOf(contract, 'CLIP')
    await onContract(service, contract, (rows) => ({
      ...{ insert: [], journal: [], edits: [] },
      update: rows
        .filter((row) => row.id === id)
        .map((row) => ({ row, changes: { status: 'InProcess', inProcessCashTransactionId: 3 } })),
    }))
    expect(await both(id)).toEqual(['InProcess', 'InProcess'])
  })

  test('if it is the markup, or if the markup is too small for the change', async () => {
    const contract = await finalizeR1(service, 'VSC-R4')
    expect(await both(await rowOf(contract, 'MARKUP', 'Pay'))).toEqual(['Markup', 'Markup'])
    const dear = { amount: 5000, reason: 'x' }
    const answer = await accounting().patch(`/ledgers/${await rowOf(contract, 'RESERVE')}`, dear)
    expect(await refusalOf(answer)).toBe('MarkupTooSmall')
  })

  test('if it is the sum of dealer cost that a limited caller sees', async () => {
    const contract = await finalizeR1(service, 'VSC-R5')
    const admin = service.api.as('sandbox-admin')
    const { body } = await admin.post('/oauthclients', {
      ...{ name: 'Limited', roles: ['Accounting'] },
      scopes: [{ type: 'Dealer', id: await accountOf(service, 'MARKUP') }],
    })
    const limited = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    const [cost] = (await limited.get(`/ledgers?contractId=${contract}&isMemo=false`)).body
    expect(cost.disbursementCode).toBe('DEALERCOST')
    expect(await refusalOf(await limited.patch(`/ledgers/${cost.id}`, { amount: 1, reason: 'x' }))).toBe(
      'DealerCost',
    )

    // The caller sees the rows that it may write, without the journal. Rows of others do not exist for it.
    const manual = { accountHolderId: cost.accountHolder.id, direction: 'Pay', amount: 5, reason: 'x' }
    const { effects } = (await limited.post('/ledgers?dryRun=true', manual)).body
    expect(effects.ledger).toMatchObject([{ amount: 5, ledgerType: 'Adjustment' }])
    expect(effects.journal).toEqual([])
    expectProblem(await limited.post('/ledgers', { ...manual, accountHolderId: agent }), 'UnknownReference')
  })
})

test('the hooks of contracts run before and after a row of a contract changes', async () => {
  const contract = await finalizeR1(service, 'VSC-LOCK')
  const id = await rowOf(contract, 'AGENT')
  const changed: number[] = []
  let isLocked = true
  const hooks: ContractHooks = {
    mayChange: async (_, __, contractId) => {
      if (isLocked && contractId === contract)
        throw new Problem('Locked', 'Another user is working on the contract.')
    },
    changed: async (_, __, contractId) => {
      changed.push(contractId)
    },
  }
  const { server, api } = await serve(service, ledgerRoutes(hooks))
  try {
    const caller = api.as('sandbox-accounting')
    const manual = { accountHolderId: agent, direction: 'Pay', amount: 5, reason: 'x', contractId: contract }
    expectProblem(await caller.patch(`/ledgers/${id}`, { amount: 60, reason: 'x' }), 'Locked')
    expectProblem(await caller.post('/ledgers', manual), 'Locked')
    isLocked = false
    expect((await caller.patch(`/ledgers/${id}`, { amount: 60, reason: 'x' })).status).toBe(200)
    expect(changed).toEqual([contract])
  } finally {
    await server.close()
  }
})
