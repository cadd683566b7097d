import { describe, expect, test } from 'vitest'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
// Reference lists need a sign-in and nothing more: the caller with the fewest rights reads them.
const inspector = () => service.api.as('sandbox-inspector-ic100')
const codes = (rows: { code: string }[]) => rows.map(({ code }) => code).join(' ')

describe.each([
  [
    '/contracts/holdreasons',
    'UNDERPAID OVERPAID NONPAY CUSTNONPAY MISSIGN MISDOC VINERR ODOERR INELIG DUP LIENMISS PAYRETURN UWREVIEW',
  ],
  [
    '/claims/holdReasons',
    'INSPPEND DIAGPEND TEARDOWN MAINTREC ESTPEND SUPAPPR CXLPEND PAYOFFPEND INSSETTPEND POLICEPEND',
  ],
  [
    '/claims/deniedReasons',
    'NOTCOV EXCL MFRWTY PREEX WAIT EXPDATE EXPMILES NOMAINT ABUSE NOAUTH MODIFIED LIMIT NOINFORCE NOTTOTAL DUPCLM LATE',
  ],
  ['/inspectionreasons', 'VERIFY HIGHCOST EARLYCLM TEARDOWN REPEAT FRAUD'],
  ['/rejectinspectionreasons', 'OUTAREA NOCAP CONFLICT BADADDR VEHGONE'],
])('%s', (path, expected) => {
  test('has the rows of the seed, for every signed-in caller', async () => {
    const answer = await inspector().get(path)
    expect(answer.status).toBe(200)
    expect(codes(answer.body)).toBe(expected)
    expect(answer.headers.get('x-total-count')).toBe(String(expected.split(' ').length))
    expectProblem(await service.api.anonymous.get(path), 'Unauthenticated')
  })

  test('is filtered by active rows', async () => {
    expect((await inspector().get(`${path}?isActive=true`)).body).toHaveLength(expected.split(' ').length)
    expect((await inspector().get(`${path}?isActive=false`)).body).toEqual([])
  })

  test('is sorted and exported like every list', async () => {
    const sorted = await inspector().get(`${path}?sortBy=code&sortDirection=Desc`)
    expect(codes(sorted.body)).toBe(expected.split(' ').sort().reverse().join(' '))
    const csv = await inspector().get(path, { headers: { accept: 'text/csv' } })
    expect(csv.text.trim().split('\r\n')).toHaveLength(expected.split(' ').length + 1)
  })
})

test('a reason for one product type is not listed for another', async () => {
  const denied = async (type: string) =>
    codes((await inspector().get(`/claims/deniedReasons?productTypeCode=${type}`)).body)
  expect(await denied('GAP')).toContain('NOTTOTAL')
  expect(await denied('gap')).toContain('NOTTOTAL')
  expect(await denied('VSC')).not.toContain('NOTTOTAL')
  expect(await denied('VSC')).toContain('NOTCOV')
})

test('a hold blocks claims unless only the dealer is at fault, and freezes payables always', async () => {
  const { body } = await inspector().get('/contracts/holdreasons')
  const open = body.filter((reason: { blocksClaims: boolean }) => !reason.blocksClaims)
  expect(codes(open)).toBe('OVERPAID NONPAY LIENMISS PAYRETURN')
  for (const reason of body) {
    expect(reason.freezesPayables).toBe(true)
    expect(reason.defaultMode).toBe(reason.code === 'CUSTNONPAY' ? 'Suspend' : 'Freeze')
  }
})

describe('cancel reasons', () => {
  const all =
    'CUSTREQ PAYOFF TRADE TOTALLOSS REPO UNWIND NONPAY DUPGAP DLRERR FRAUD REFI DECEASED ADMINCXL BREACH'

  test('are listed in both versions', async () => {
    const v1 = await inspector().get('/cancelreasons')
    const v2 = await inspector().get('/v2/cancelreasons')
    expect(codes(v1.body)).toBe(all)
    expect(v1.headers.get('link')).toContain('</v2/cancelreasons>; rel="successor-version"')
    expect(v2.body).toMatchObject({
      pageNumber: 1,
      pageSize: 25,
      totalCount: 14,
      totalPages: 1,
      items: v1.body,
    })
  })

  test('have requesters, required documents and a payee rule', async () => {
    const { body } = await inspector().get('/v2/cancelreasons/unwind')
    expect(body).toMatchObject({
      code: 'UNWIND',
      requestedBy: ['Dealer', 'Administrator'],
      forcesFlat: true,
      requiredDocuments: ['CancelForm'],
      payeeRule: 'Dealer',
      isActive: true,
    })
    const flat = (await inspector().get('/cancelreasons')).body.filter(
      (reason: { forcesFlat: boolean }) => reason.forcesFlat,
    )
    expect(codes(flat)).toBe('UNWIND DLRERR')
  })

  test.each([
    ['code=payoff', 'PAYOFF'],
    ['name=loss', 'TOTALLOSS'],
    ['requestedBy=Insurer', 'TOTALLOSS NONPAY FRAUD ADMINCXL BREACH'],
    ['requestedBy=LienHolder&name=re', 'CUSTREQ REPO REFI'],
    ['productTypeCode=VSC', all],
    ['isActive=false', ''],
  ])('are filtered by %s', async (query, expected) => {
    expect(codes((await inspector().get(`/cancelreasons?${query}`)).body)).toBe(expected)
  })

  test('are read by id, in v2 by code as well', async () => {
    const [first] = (await inspector().get('/cancelreasons')).body
    for (const path of [
      `/cancelreasons/${first.id}`,
      `/v2/cancelreasons/${first.id}`,
      '/v2/cancelreasons/CustReq',
    ])
      expect((await inspector().get(path)).body, path).toEqual(first)
  })

  test.each([
    '/cancelreasons/999999',
    '/cancelreasons/CUSTREQ',
    '/v2/cancelreasons/999999',
    '/v2/cancelreasons/NOPE',
  ])('404 NotFound for %s', async (path) => {
    expectProblem(await inspector().get(path), 'NotFound')
  })

  test('404 NotFound for the id of a row of another list', async () => {
    const [hold] = (await inspector().get('/contracts/holdreasons')).body
    expectProblem(await inspector().get(`/cancelreasons/${hold.id}`), 'NotFound')
  })

  test('400 ValidationFailed for an unknown requester', async () => {
    const answer = await inspector().get('/cancelreasons?requestedBy=Nobody')
    expectProblem(answer, 'ValidationFailed')
    expect(answer.body.errors).toMatchObject([{ pointer: '?requestedBy', code: 'Enum' }])
  })
})
