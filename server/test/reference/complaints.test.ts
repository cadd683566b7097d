import { describe, expect, onTestFinished, test } from 'vitest'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
const inspector = () => service.api.as('sandbox-inspector-ic100')
const codes = (rows: { code: string }[]) => rows.map(({ code }) => code).join(' ')
const get = async (path: string) => (await inspector().get(path)).body

/** The id of a value by its code. */
async function idOf(path: string, code: string): Promise<number> {
  return (await get(path)).find((value: { code: string }) => value.code === code).id
}

const types = '/claims/complaintscausescorrectionstypes'

describe('the types', () => {
  test('are complaint, cause and correction', async () => {
    expect(await get(types)).toEqual([
      { id: expect.any(Number), code: 'COMPLAINT', name: 'Complaint', isActive: true },
      { id: expect.any(Number), code: 'CAUSE', name: 'Cause', isActive: true },
      { id: expect.any(Number), code: 'CORRECTION', name: 'Correction', isActive: true },
    ])
    expectProblem(await service.api.anonymous.get(types), 'Unauthenticated')
  })

  test.each([
    ['code=cause', 'CAUSE'],
    ['code=CAU', ''],
    ['name=cor', 'CORRECTION'],
    ['name=c', 'COMPLAINT CAUSE CORRECTION'],
    ['sortBy=code', 'CAUSE COMPLAINT CORRECTION'],
  ])('are found by %s', async (query, expected) => {
    expect(codes(await get(`${types}?${query}`))).toBe(expected)
  })

  test('400 ValidationFailed for a filter they do not have', async () => {
    expect(faultsIn(await inspector().get(`${types}?productTypeCode=VSC`))).toEqual([
      '?productTypeCode Unknown',
    ])
  })
})

const allComplaints = 'NOISE LEAK NOSTART OVERHEAT CEL NOSHIFT VIBR ACWARM ELECT FLAT'
const allCauses = 'INTFAIL WORN SEALFAIL SHORT BROKEN ROADHAZ LACKOIL'
const allCorrections = 'REPLACE REPAIR REBUILD RESEAL REPROG ADJUST CLEAN'

describe.each([
  ['/claims/complaints', 'COMPLAINT', allComplaints],
  ['/claims/causes', 'CAUSE', allCauses],
  ['/claims/corrections', 'CORRECTION', allCorrections],
])('%s', (path, type, expected) => {
  test('has the rows of the seed, each of its type', async () => {
    const values = await get(path)
    expect(codes(values)).toBe(expected)
    const typeId = await idOf(types, type)
    for (const value of values) expect(value).toMatchObject({ typeId, parentId: null })
    expect(await get(`${path}?typeId=${typeId}`)).toEqual(values)
    expect(await get(`${path}?typeId=${typeId + 100}`)).toEqual([])
    expectProblem(await service.api.anonymous.get(path), 'Unauthenticated')
  })

  test('is sorted, paged and exported like every list', async () => {
    const descending = expected.split(' ').sort().reverse()
    const sorted = await inspector().get(`${path}?sortBy=code&sortDirection=Desc&pageSize=3&pageNumber=2`)
    expect(codes(sorted.body)).toBe(descending.slice(3, 6).join(' '))
    expect(sorted.headers.get('x-total-count')).toBe(String(descending.length))
    const csv = await inspector().get(path, { headers: { accept: 'text/csv' } })
    const [head, ...lines] = csv.text.trim().split('\r\n')
    expect(head).toBe('id,typeId,categoryCode,code,name,productTypeCodes,excludedFor,parentId')
    expect(lines).toHaveLength(descending.length)
  })

  test('400 ValidationFailed for an invalid id', async () => {
    expect(faultsIn(await inspector().get(`${path}?typeId=x&parentId=y&isActive=true`)).sort()).toEqual([
      '?isActive Unknown',
      '?parentId Type',
      '?typeId Type',
    ])
  })
})

describe('values', () => {
  const withoutFlat = allComplaints.replace(' FLAT', '')

  test.each([
    ['complaints?productTypeCode=VSC', withoutFlat],
    ['complaints?productTypeCode=gap', withoutFlat],
    ['complaints?productTypeCode=TW', 'FLAT'],
    ['complaints?productTypeCode=tw', 'FLAT'],
    ['causes?productTypeCode=VSC', allCauses],
    ['causes?productTypeCode=TW', 'ROADHAZ'],
    ['corrections?productTypeCode=APL', allCorrections],
    ['corrections?productTypeCode=TW', 'REPLACE REPAIR'],
    ['complaints?categoryCode=Cooling', 'OVERHEAT'],
    ['complaints?categoryCode=transmission', 'NOSHIFT'],
    ['complaints?categoryCode=AC', 'ACWARM'],
    ['complaints?categoryCode=Electrical', 'ELECT'],
    ['complaints?categoryCode=TireWheel', 'FLAT'],
    ['complaints?categoryCode=Brakes', ''],
    ['complaints?sortBy=categoryCode&pageSize=5', 'ACWARM OVERHEAT ELECT FLAT NOSHIFT'],
    // In the code or the name, case and accents ignored, never across both.
    ['complaints?text=NOS', 'NOSTART NOSHIFT'],
    ['complaints?text=does%20not', 'NOSTART NOSHIFT'],
    ['causes?text=ro%C3%A1d', 'ROADHAZ'],
    ['causes?text=ern', 'INTFAIL'],
    ['causes?text=worn%20worn', ''],
    ['causes?text=wornworn', ''],
    ['corrections?text=re&productTypeCode=TW', 'REPLACE REPAIR'],
    ['corrections?text=%25', ''],
  ])('%s', async (query, expected) => {
    expect(codes(await get(`/claims/${query}`))).toBe(expected)
  })

  test('have their product types', async () => {
    const [flat] = await get('/claims/complaints?text=flat')
    expect(flat).toMatchObject({ categoryCode: 'TireWheel', productTypeCodes: ['TW'], excludedFor: [] })
    const [noise] = await get('/claims/complaints?text=noise')
    expect(noise).toMatchObject({ categoryCode: null, productTypeCodes: [], excludedFor: [] })
  })

  test('a service contract does not pay for wear, lack of oil and road hazards', async () => {
    const values = [
      ...(await get('/claims/complaints?pageSize=200')),
      ...(await get('/claims/causes?pageSize=200')),
      ...(await get('/claims/corrections?pageSize=200')),
    ]
    const excluded = values.filter(({ excludedFor }) => excludedFor.length > 0)
    expect(excluded.map(({ code, excludedFor }) => `${code} ${excludedFor}`).sort()).toEqual([
      'LACKOIL VSC',
      'ROADHAZ VSC',
      'WORN VSC',
    ])
  })

  test('are found by their parent', async () => {
    const flat = await idOf('/claims/complaints', 'FLAT')
    const noise = await idOf('/claims/complaints', 'NOISE')
    const hazard = await idOf('/claims/causes', 'ROADHAZ')
    const replace = await idOf('/claims/corrections', 'REPLACE')
    expect(codes(await get(`/claims/causes?parentId=${flat}`))).toBe('ROADHAZ')
    expect(codes(await get(`/claims/causes?parentId=${noise}`))).toBe(allCauses)
    expect(codes(await get(`/claims/corrections?parentId=${hazard}`))).toBe(allCorrections)
    expect(codes(await get(`/claims/corrections?parentId=${hazard}&productTypeCode=TW`))).toBe(
      'REPLACE REPAIR',
    )
    expect(await get(`/claims/causes?parentId=${replace}`)).toEqual([])
    for (const parentId of [noise, hazard])
      expect(await get(`/claims/complaints?parentId=${parentId}`)).toEqual([])
  })

  test('name their parent if there is only one', async () => {
    onTestFinished(async () => {
      await testService()
    })
    const flat = await idOf('/claims/complaints', 'FLAT')
    const hazard = await idOf('/claims/causes', 'ROADHAZ')
    await inDatabase(
      service,
      'delete from complaint_cause_correction where cause_id = $1 and complaint_id <> $2',
      [hazard, flat],
    )
    const causes: { code: string; parentId: number | null }[] = await get('/claims/causes')
    for (const { code, parentId } of causes) expect(parentId, code).toBe(code === 'ROADHAZ' ? flat : null)
  })
})

describe('complaintcausecorrections', () => {
  const path = '/claims/complaintcausecorrections'
  const totalOf = async (query: string) =>
    Number((await inspector().get(`${path}?${query}`)).headers.get('x-total-count'))

  test.each([
    ['', 443],
    ['productTypeCode=VSC', 441],
    ['productTypeCode=gap', 441],
    ['productTypeCode=TW', 2],
    ['categoryCode=Cooling', 49],
    ['categoryCode=cooling&productTypeCode=VSC', 49],
    ['categoryCode=TireWheel', 2],
    ['categoryCode=TireWheel&productTypeCode=VSC', 0],
    ['categoryCode=Brakes', 0],
  ])('%s are %i', async (query, expected) => {
    expect(await totalOf(query)).toBe(expected)
  })

  test('name the complaint, cause and correction by id and code, in the order of creation', async () => {
    expectProblem(await service.api.anonymous.get(path), 'Unauthenticated')
    const [first, second] = await get(`${path}?productTypeCode=VSC`)
    expect(first).toEqual({
      complaintId: await idOf('/claims/complaints', 'NOISE'),
      complaintCode: 'NOISE',
      causeId: await idOf('/claims/causes', 'INTFAIL'),
      causeCode: 'INTFAIL',
      correctionId: await idOf('/claims/corrections', 'REPLACE'),
      correctionCode: 'REPLACE',
      categoryCode: null,
    })
    expect(second).toMatchObject({ complaintCode: 'NOISE', causeCode: 'INTFAIL', correctionCode: 'REPAIR' })
    expect(await get(`${path}?productTypeCode=TW`)).toMatchObject([
      { complaintCode: 'FLAT', causeCode: 'ROADHAZ', correctionCode: 'REPLACE', categoryCode: 'TireWheel' },
      { complaintCode: 'FLAT', causeCode: 'ROADHAZ', correctionCode: 'REPAIR', categoryCode: 'TireWheel' },
    ])
  })

  test('are complete and unique over all pages and in the export', async () => {
    const seen = new Set<string>()
    for (const pageNumber of [1, 2, 3])
      for (const { complaintCode, causeCode, correctionCode } of await get(
        `${path}?pageSize=200&pageNumber=${pageNumber}&productTypeCode=VSC&sortBy=causeCode`,
      ))
        seen.add(`${complaintCode} ${causeCode} ${correctionCode}`)
    expect(seen.size).toBe(441)
    expect(seen).toContain('NOISE ROADHAZ CLEAN')
    const csv = await inspector().get(path, { headers: { accept: 'text/csv' } })
    expect(csv.text.trim().split('\r\n')).toHaveLength(444)
  })

  test('agree with the values of each product type', async () => {
    for (const type of ['VSC', 'TW', 'KEY']) {
      const count = async (list: string) =>
        (await get(`/claims/${list}?productTypeCode=${type}`)).length as number
      const possible = (await count('complaints')) * (await count('causes')) * (await count('corrections'))
      expect(await totalOf(`productTypeCode=${type}`), type).toBe(possible)
    }
  })
})
