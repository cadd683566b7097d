import { describe, expect, test } from 'vitest'
import { rateLists } from '../support/builders/rate-lists.ts'
import { expectProblem } from '../support/service/problem.ts'

const { admin, column, idOf, planId, service, limitedTo } = await rateLists()

describe('a limited caller sees what its dealers may sell', () => {
  test('D1001 does not see what only D5001 sells', async () => {
    const caller = service.api.as('sandbox-dealer-d1001')
    const apl = await idOf('Products', 'APL1')
    expect(await column('Products', 'code', caller)).toEqual(['VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1'])
    expect(await column('Programs', 'code', caller)).not.toContain('APL-STD')
    expect(await column('Programs?productTypeCode=APL', 'code', caller)).toEqual([])
    for (const path of [
      `Plans/${apl}`,
      `DeductiblesByProduct/${apl}`,
      `Products/${apl}/customfields`,
      `Terms/Plan/${await planId('APL1', 'APL')}`,
    ])
      expectProblem(await caller.get(`/Rates/${path}`), 'NotFound')
    expect((await caller.get('/Rates/Plans/1')).body.plans).toHaveLength(3)
    expect(await column('Products/1/customfields', 'code', caller)).toEqual(['SALESPERSON'])
  })

  test('D4001 does not see PLATINUM', async () => {
    const caller = await limitedTo(['Dealer D4001'])
    const platinum = await planId('VSC1', 'PLATINUM')
    const { plans } = (await caller.get('/Rates/Plans/1')).body
    expect(plans.map(({ code }: { code: string }) => code)).toEqual(['POWERTRAIN', 'GOLD'])
    expectProblem(await caller.get(`/Rates/Terms/Plan/${platinum}`), 'NotFound')
    expectProblem(await caller.get(`/Rates/DeductiblesByProduct/1?planId=${platinum}`), 'NotFound')
    expect((await caller.get('/Rates/DeductiblesByProduct/1')).body.deductibles).toHaveLength(5)
    expect(await column('Products', 'code', caller)).toHaveLength(5)
  })

  test('D5001 sees only APL1', async () => {
    const caller = await limitedTo(['Dealer D5001'])
    expect(await column('Products', 'code', caller)).toEqual(['APL1'])
    expect(await column('Programs', 'code', caller)).toEqual(['APL-STD'])
    expectProblem(await caller.get('/Rates/Plans/1'), 'NotFound')
    const terms = await caller.get(`/Rates/Terms/Plan/${await planId('APL1', 'APL')}`)
    expect(terms.body.map(({ isVisible }: { isVisible: boolean }) => isVisible)).toEqual([true, true, true])
  })

  test('several dealers: everything that at least one of them may sell', async () => {
    const both = await limitedTo(['Dealer D4001', 'Dealer D5001'])
    expect(await column('Products', 'code', both)).toHaveLength(6)
    expect(await column('Products?dealerNumber=D5001', 'code', both)).toEqual(['APL1'])
    expect((await both.get('/Rates/Plans/1')).body.plans).toHaveLength(2)
    // An agent sees through its dealers: A200 has D2001, who may sell it.
    const agent = await limitedTo(['Agent A200'], ['rates:read'])
    const { plans } = (await agent.get('/Rates/Plans/1')).body
    expect(plans).toHaveLength(3)
  })

  test('nothing if it has no dealers', async () => {
    const bank = await limitedTo(['LienHolder L100'], ['rates:read'])
    expect(await column('Products', 'code', bank)).toEqual([])
    expectProblem(await bank.get('/Rates/Plans/1'), 'NotFound')
    expect(await column('VehicleMakes', 'code', bank)).toHaveLength(12)
  })

  test('an unknown dealer or the dealer of another caller is not found', async () => {
    const caller = service.api.as('sandbox-dealer-d1001')
    for (const list of ['Products', 'Programs']) {
      expectProblem(await admin.get(`/Rates/${list}?dealerNumber=D0000`), 'NotFound')
      expectProblem(await caller.get(`/Rates/${list}?dealerNumber=D1002`), 'NotFound')
      const csv = await caller.get(`/Rates/${list}?dealerNumber=D1002`, { headers: { accept: 'text/csv' } })
      expectProblem(csv, 'NotFound')
      expect(await column(`${list}?dealerNumber=D1001`, 'code', caller)).toHaveLength(5)
    }
  })

  test('with the right to see costs it sees the labels of what it sells, but no factors', async () => {
    const caller = await limitedTo(['Dealer D5001'], ['rates:costs'])
    const labels = await column('Disbursements/DisbursementsLabels', 'label', caller)
    expect(labels).toEqual(['Claims Reserve', 'Administration Fee', 'Dealer Markup'])
    expect(expectProblem(await caller.get('/factorTables/1'), 'Forbidden').permission).toBe('rates:costs')
  })
})
