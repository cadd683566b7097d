import { describe, expect, test } from 'vitest'
import { planVoid } from '../../src/domain/ledger/contract-plans.ts'
import { loadStanding } from '../../src/ledger/load-ledger.ts'
import { accountOf, finalizeR1, onContract, pay, sellR1 } from '../support/builders/ledger-fixtures.ts'
import { recordsIn } from '../support/oracle/lists/csv.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
const contractId = await finalizeR1(service, 'VSC-0000731')
const as = (name: string) => service.api.as(`sandbox-${name}`)
const admin = () => as('admin')

interface Row {
  id: number
  ledgerType: string
  ledgerStatus: string
  waitsFor: string | null
  direction: string
  disbursementCode: string
  amount: number
  openAmount: number
  isMemo: boolean
  dueDate: string
}
const rowsOf = async (contract: number, search = ''): Promise<Row[]> => {
  const { body, text } = await admin().get(`/ledgers?contractId=${contract}${search}`)
  if (!Array.isArray(body)) throw new Error(text)
  return body
}
const sum = (rows: readonly Row[]) =>
  Math.round(rows.reduce((all, { amount }) => all + amount, 0) * 100) / 100

describe('the ledger of a contract in force', () => {
  test('has receivables from the dealer, payables, and memo rows', async () => {
    const rows = await rowsOf(contractId)
    expect(rows).toHaveLength(16)
    const owed = rows.filter(({ direction }) => direction === 'Receive')
    expect(owed).toHaveLength(7)
    expect(sum(owed)).toBe(1362.93)
    expect(owed.every((row) => row.ledgerStatus === 'Open' && row.dueDate === '2024-04-15')).toBe(true)
    const paid = rows.filter((row) => row.direction === 'Pay' && !row.isMemo)
    expect(Object.fromEntries(paid.map((row) => [row.disbursementCode, row.amount]))).toEqual({
      ...{ PREMTAX: 21.23, CLIP: 12, ROADSIDE: 18, AGENT: 75, DLRGRP: 50 },
    })
    expect(paid.every((row) => row.ledgerStatus === 'Pending' && row.waitsFor === 'Funding')).toBe(true)
    const memos = rows.filter(({ isMemo }) => isMemo)
    expect(Object.fromEntries(memos.map((row) => [row.disbursementCode, row.amount]))).toEqual({
      ...{ RESERVE: 1061.7, ADMIN: 125, MARKUP: 1632.07, SALESTAX: 224.63 },
    })
    expect(memos.every(({ openAmount }) => openAmount === 0)).toBe(true)
  })

  test('has rows with all fields', async () => {
    const [row] = await rowsOf(contractId, '&disbursementCode=agent&direction=Pay')
    expect(row).toEqual({
      ...{ id: expect.any(Number), ledgerType: 'ContractDisbursement', ledgerStatus: 'Pending' },
      ...{ waitsFor: 'Funding', direction: 'Pay' },
      accountHolder: {
        type: 'Agent',
        id: await accountOf(service, 'AGENT'),
        number: 'A100',
        name: expect.any(String),
      },
      contract: { type: 'Contract', id: contractId, number: 'VSC-0000731', name: null },
      ...{
        claim: null,
        cancel: null,
        productId: 1,
        disbursementCode: 'AGENT',
        disbursementGroup: 'Commissions',
      },
      ...{ amount: 75, paidAmount: 0, openAmount: 75 },
      ...{ effectiveDate: '2024-03-15', accountingDate: '2024-03-15', dueDate: '2024-03-15', isMemo: false },
      ...{ reason: null, holdId: null, inProcessCashTransactionId: null, offsetOfLedgerId: null },
      ...{ glAccount: null, details: [] },
      ...{ createdAt: '2024-03-15T15:00:00.000Z', createdBy: 'test' },
      ...{ updatedAt: '2024-03-15T15:00:00.000Z', updatedBy: 'test', rowVersion: 2 },
    })
  })

  test('is found with each filter', async () => {
    const found = async (search: string) => (await rowsOf(contractId, `&${search}`)).length
    expect(await found('contractNumber=vsc-0000731')).toBe(16)
    expect(await found('contractNumber=VSC-1')).toBe(0)
    expect(await found('ledgerType=SalesTax')).toBe(1)
    expect(await found('ledgerStatus=Pending')).toBe(5)
    expect(await found('accountHolderType=Dealer,Agent')).toBe(9)
    expect(await found('isMemo=true')).toBe(4)
    expect(await found('minAmount=1061.70')).toBe(3)
    expect(await found('minAmount=1061.71')).toBe(1)
    expect(await found('dueBefore=2024-04-15')).toBe(8)
    expect(await found('dueBefore=2024-04-16')).toBe(16)
    expect(await found('effectiveFrom=2024-03-16')).toBe(0)
    expect(await found('accountingTo=2024-03-15')).toBe(16)
    expect(await found('cashTransactionId=1')).toBe(0)
    expect(await found('claimId=1')).toBe(0)
  })

  test.each([
    'minAmount=x',
    'minAmount=1.005',
    'direction=Both',
    'ledgerStatus=Late',
    'dueBefore=2024-13-01',
  ])('refuses %s', async (search) => {
    expect(faultsIn(await admin().get(`/ledgers?${search}`))).toHaveLength(1)
  })

  test('is exported completely', async () => {
    const { text } = await admin().get(`/ledgers?contractId=${contractId}`, {
      headers: { accept: 'text/csv' },
    })
    const records = recordsIn(text)
    expect(records).toHaveLength(16)
    expect(records[0]).toMatchObject({ 'accountHolder.number': 'D1001', 'contract.number': 'VSC-0000731' })
  })

  test('has one row by its id, with an ETag', async () => {
    const [row] = await rowsOf(contractId)
    const answer = await admin().get(`/ledgers/${row?.id}`)
    expect(answer.body).toEqual(row)
    const again = await admin().get(`/ledgers/${row?.id}`, {
      headers: { 'if-none-match': String(answer.headers.get('etag')) },
    })
    expect(again.status).toBe(304)
    expectProblem(await admin().get('/ledgers/987654'), 'NotFound')
  })

  test('can be read only with the permission', async () => {
    expectProblem(await as('entry').get('/ledgers'), 'Forbidden')
    expectProblem(await as('dealer-d1001').get('/ledgers'), 'Forbidden')
    expect((await as('cancels').get('/ledgers')).status).toBe(200)
  })
})

describe('a limited caller', () => {
  test('of a dealer sees dealer cost as one row, and no rows of others', async () => {
    const { body } = await as('office-d1001').get(`/ledgers?contractId=${contractId}`)
    const [lowest] = await rowsOf(contractId)
    expect(body).toMatchObject([
      {
        ...{ id: lowest?.id, disbursementCode: 'DEALERCOST', disbursementGroup: null, direction: 'Receive' },
        ...{ amount: 1362.93, openAmount: 1362.93, ledgerStatus: 'Open', isMemo: false },
      },
      { disbursementCode: 'MARKUP', amount: 1632.07, isMemo: true },
    ])
    expect((await as('office-d1001').get(`/ledgers/${lowest?.id}`)).body).toEqual(body[0])
  })

  test('does not find the rows of dealer cost by id, code or amount', async () => {
    const rows = await rowsOf(contractId)
    const shown = rows.filter(
      ({ id, disbursementCode }) => id === rows[0]?.id || disbursementCode === 'MARKUP',
    )
    for (const { id } of rows.filter((row) => !shown.includes(row)))
      expectProblem(await as('office-d1001').get(`/ledgers/${id}`), 'NotFound')
    for (const search of [
      'disbursementCode=RESERVE',
      'accountHolderType=Agent',
      'direction=Pay&isMemo=false',
    ]) {
      const answer = await as('office-d1001').get(`/ledgers?contractId=${contractId}&${search}`)
      expect([answer.body, answer.headers.get('x-total-count')]).toEqual([[], '0'])
    }
    const { text } = await as('office-d1001').get('/ledgers', { headers: { accept: 'text/csv' } })
    expect(text).not.toMatch(/RESERVE|AGENT|CLIP/)
  })

  test('sees the paid part of dealer cost in that one row', async () => {
    const contract = await finalizeR1(service, 'VSC-PART')
    await pay(service, contract, (row) => row.isDealerCost && row.disbursementCode === 'RESERVE')
    const { body } = await as('office-d1001').get(`/ledgers?contractId=${contract}&direction=Receive`)
    expect(body).toMatchObject([{ ledgerStatus: 'Open', paidAmount: 1061.7, openAmount: 301.23 }])
    await pay(service, contract, (row) => row.isDealerCost)
    const { body: whole } = await as('office-d1001').get(`/ledgers?contractId=${contract}&ledgerStatus=Paid`)
    expect(whole).toMatchObject([{ paidAmount: 1362.93, openAmount: 0 }])
  })

  test('sees dealer cost of a voided contract as one row, too', async () => {
    const contract = await finalizeR1(service, 'VSC-VOID')
    await pay(service, contract, (row) => row.isDealerCost && row.disbursementCode === 'RESERVE')
    await onContract(service, contract, async (rows, on, tx) => {
      const plan = planVoid(contract, rows, await loadStanding(tx, rows), on('2024-04-02'))
      if ('refused' in plan) throw new Error(plan.refused)
      return plan
    })
    const { body } = await as('office-d1001').get(`/ledgers?contractId=${contract}&isMemo=false`)
    const shown = body.map(
      (row: Row) => `${row.ledgerType} ${row.direction} ${row.amount} ${row.ledgerStatus}`,
    )
    expect(shown).toEqual([
      'ContractDisbursement Receive 1061.7 Paid',
      'ContractDisbursement Receive 301.23 Voided',
      'Adjustment Pay 1061.7 Open',
      'ContractDisbursement Pay 301.23 Voided',
    ])
    expect(new Set(body.map((row: Row) => row.disbursementCode))).toEqual(new Set(['DEALERCOST']))
  })

  test('of an agent sees the rows of its own account', async () => {
    const { body } = await as('agent-a100').get(`/ledgers?contractId=${contractId}`)
    expect(body).toMatchObject([{ disbursementCode: 'AGENT', direction: 'Pay', amount: 75 }])
  })

  test('of another dealer sees nothing', async () => {
    const { body } = await admin().post('/oauthclients', {
      ...{ name: 'Other office', roles: ['DealerOffice'] },
      scopes: [{ type: 'Dealer', id: (await admin().get('/dealers?number=D2001')).body[0].id }],
    })
    const other = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    expect((await other.get('/ledgers')).body).toEqual([])
  })
})

test('the rows of a contract that is not in force are pending and not in the journal', async () => {
  const contract = await sellR1(service, 'VSC-PENDING')
  const rows = await rowsOf(contract)
  expect(rows.every((row) => row.ledgerStatus === 'Pending' && row.waitsFor === 'Finalize')).toBe(true)
  expect((await admin().get(`/journal?contractId=${contract}`)).body).toMatchObject({
    items: [],
    totalCount: 0,
  })
})
