import { describe, expect, test } from 'vitest'
import { processTypes } from '../../src/domain/process-types.ts'
import { settings } from '../../src/domain/settings.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { rowVersions } from '../support/service/checksums.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

const idOf = (key: string) => settings.find((setting) => setting.key === key)?.id ?? 0
const at = (key: string) => `/generalsettings/${idOf(key)}`

// Written out from the document, not from the code: group, key and default.
const expected: Record<string, Record<string, unknown>> = {
  Contracts: {
    ...{ quoteValidDays: 30, maxBackDays: 85, maxFutureDays: 0, newMaxOdometer: 1000, transferDays: 30 },
    ...{ transferFee: 40, requireFundingToFinalize: false, autoFinalizeWhenFunded: false, autoVoidDays: 90 },
    ...{ voidWindowDays: 60, autoExpireOnHold: false },
  },
  Cancellations: {
    ...{ defaultFee: 50, refundDays: 45, claimsDeductMode: 'Paid', quoteFutureDays: 30, cancelBackDays: 30 },
    ...{
      requireCancelDocuments: false,
      shortfallAccount: 'ADMIN',
      contractDelivery: 'Unknown',
      sellerKind: 'Unknown',
      holidays: null,
      roundRefundsToDollar: false,
    },
  },
  Claims: {
    ...{ inspectionThreshold: 1500, earlyClaimDays: 90, authExpireDays: 60, invoiceTolerance: 5 },
    ...{ adjusterAuthority: 5000, shopSuppliesCap: 25, appealDays: 60 },
  },
  Accounting: {
    ...{
      payWhen: 'WhenFunded',
      nsfFee: 35,
      overShortTolerance: 5,
      // The sandbox can make ACH files. Elsewhere these have no value.
      achDestination: '091000019',
      achDestinationName: 'First Bank',
    },
    ...{ achOrigin: '1123456789', achOriginName: 'Summit Protection', achCompanyName: 'Summit Protect' },
    ...{ achCompanyId: '1123456789', achAddenda: false },
    glAccounts: {},
  },
  Processes: {
    alertEmail: null,
    refundWarningDays: 5,
    // A sandbox runs nothing by itself. Elsewhere these have the times of the night.
    ...Object.fromEntries(processTypes.map((type) => [`schedule.${type}`, ''])),
  },
}

describe('the settings', () => {
  test('are listed with their defaults', async () => {
    const { body } = await admin.get('/generalsettings?pageSize=200')
    for (const [group, values] of Object.entries(expected))
      for (const [key, value] of Object.entries(values))
        expect(body, key).toContainEqual(expect.objectContaining({ key, value, groupName: group }))
    const rates = body.filter(({ groupName }: { groupName: string }) => groupName === 'Rates')
    expect(rates).toHaveLength(12)
    expect(body).toHaveLength(12 + Object.values(expected).flatMap(Object.keys).length)
  })

  test('are found by group, key and scope', async () => {
    const { body: groups } = await admin.get('/generalsettings/settinggroups')
    const claims = groups.find(({ code }: { code: string }) => code === 'Claims')
    expect((await admin.get(`/generalsettings?groupId=${claims.id}`)).body).toHaveLength(7)
    expect((await admin.get('/generalsettings?key=TRANSFERfee')).body).toMatchObject([
      { key: 'transferFee', value: 40 },
    ])
    expect((await admin.get('/generalsettings?scope=Product')).body).toEqual([])
    expect((await admin.get('/generalsettings?productId=1')).body).toEqual([])
  })

  test('have groups and types that every signed-in caller may read, and values that need a permission', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    expect((await dealer.get('/generalsettings/settingtypes')).body).toEqual([
      ...['String', 'Int', 'Decimal', 'Bool', 'Date', 'Json', 'Enum'],
    ])
    expect((await dealer.get('/generalsettings/settinggroups')).body[0]).toEqual({
      id: 1,
      code: 'Contracts',
      name: 'Contracts',
    })
    const page = await dealer.get('/generalsettings/settingtypes?pageSize=3&pageNumber=2&sortBy=value')
    expect([page.body, page.headers.get('x-total-count')]).toEqual([['Enum', 'Int', 'Json'], '7'])
    expectProblem(await dealer.get('/generalsettings'), 'Forbidden')
    expectProblem(await dealer.get(at('transferFee')), 'Forbidden')
    expectProblem(await service.api.as('sandbox-auditor').patch(at('transferFee'), { value: 1 }), 'Forbidden')
    expectProblem(await admin.get('/generalsettings/9999'), 'NotFound')
    expectProblem(await admin.patch('/generalsettings/9999', { value: 1 }), 'NotFound')
  })
})

describe('a setting is changed', () => {
  test.each([
    ['transferDays', 45],
    ['transferFee', 12.5],
    ['autoExpireOnHold', true],
    ['claimsDeductMode', 'PaidAndAuthorized'],
    ['payWhen', 'OnFinalize'],
    ['shortfallAccount', 'RESERVE'],
    ['requiredParams.GAP', ['vin|year+make+model', 'odometer']],
    ['schedule.AutoExpire', '30 2 * * MON-FRI'],
    ['schedule.AutoExpire', ''],
    ['alertEmail', 'desk@example.com'],
  ])('%s, applies at once, and returns to its default with null', async (key, value) => {
    const before = (await admin.get(at(key))).body
    const changed = await admin.patch(at(key), { value })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({ ...before, value })
    expect((await admin.get(`/generalsettings?key=${key}`)).body).toMatchObject([{ value }])
    expect((await admin.patch(at(key), { value: null })).body).toEqual(before)
    expect((await admin.get(at(key))).body).toEqual(before)
  })

  test.each([
    ['transferDays', '45'],
    ['transferDays', 1.5],
    ['transferDays', -1],
    ['quoteValidDays', 100_000_000],
    ['autoVoidDays', 3_000_000_000],
    ['newMaxOdometer', 10_000_000],
    ['transferFee', 1.005],
    ['transferFee', '40.00'],
    ['autoExpireOnHold', 'true'],
    ['claimsDeductMode', 'paid'],
    ['achOriginName', 7],
    ['requiredParams.GAP', 'vin'],
    ['requiredParams.GAP', ['vin; drop table']],
    ['schedule.AutoExpire', '0 24 * * *'],
    ['alertEmail', 'nobody'],
  ])('422 SettingInvalid for %s = %j, and nothing changes', async (key, value) => {
    const before = await rowVersions(service)
    expectProblem(await admin.patch(at(key), { value }), 'SettingInvalid')
    expect(await rowVersions(service)).toEqual(before)
  })

  test('a number of days that was stored before there was a limit is answered as it counts', async () => {
    await admin.patch(at('voidWindowDays'), { value: 61 })
    await inDatabase(service, `update general_setting set value = '9999999' where key = 'voidWindowDays'`)
    expect((await admin.get(at('voidWindowDays'))).body.value).toBe(36_500)
    expect((await admin.get('/generalsettings?key=voidWindowDays')).body[0].value).toBe(36_500)
    await admin.patch(at('voidWindowDays'), { value: null })
  })

  test('a faulty schedule is refused with every fault', async () => {
    const answer = await admin.patch(at('schedule.Statements'), { value: '61 24 * * *' })
    expectProblem(answer, 'SettingInvalid')
    const message = 'The minute must be from 0 to 59: 61. The hour must be from 0 to 23: 24.'
    expect(answer.body).toMatchObject({ detail: message, errors: [{ pointer: '/value', message }] })
  })

  test('400 ValidationFailed without a value', async () => {
    const answer = await admin.patch(at('transferFee'), {})
    expectProblem(answer, 'ValidationFailed')
    expect(answer.body.errors).toMatchObject([{ pointer: '/value', code: 'Required' }])
  })

  test('412 PreconditionFailed with a stale ETag; a dry run changes nothing', async () => {
    const etag = (await admin.get(at('transferFee'))).headers.get('etag') ?? ''
    const before = await rowVersions(service)
    const tried = await admin.patch(`${at('transferFee')}?dryRun=true`, { value: 1 })
    expect(tried.body.effects.events).toMatchObject([
      { type: 'setting.changed', data: { key: 'transferFee' } },
    ])
    expect(await rowVersions(service)).toEqual(before)
    expect((await admin.patch(at('transferFee'), { value: 2 }, { 'if-match': etag })).status).toBe(200)
    expectProblem(
      await admin.patch(at('transferFee'), { value: 3 }, { 'if-match': etag }),
      'PreconditionFailed',
    )
    expect((await admin.get(at('transferFee'))).body.value).toBe(2)
  })

  test('a value that is the present one is no event, also when it is reset', async () => {
    const events = async () => {
      const rows = await inDatabase<{ n: number }>(
        service,
        `select count(*) as n from event where type = 'setting.changed'`,
      )
      return rows[0]?.n
    }
    await admin.patch(at('glAccounts'), { value: { Cash: '1000', Unearned: '2400' } })
    const [answer, count] = [(await admin.get(at('glAccounts'))).body, await events()]
    const same = await admin.patch(at('glAccounts'), { value: { Unearned: '2400', Cash: '1000' } })
    expect([same.status, same.body]).toEqual([200, answer])
    expect((await admin.patch(at('appealDays'), { value: null })).body.value).toBe(60)
    expect((await admin.patch(at('appealDays'), { value: 60 })).body.value).toBe(60)
    expect(await events()).toBe(count)
    await admin.patch(at('glAccounts'), { value: null })
    expect(await events()).toBe(Number(count) + 1)
  })

  test('by two callers at once: with the same ETag one is refused', async () => {
    await admin.patch(at('transferFee'), { value: null })
    const etag = (await admin.get(at('transferFee'))).headers.get('etag') ?? ''
    const answers = await Promise.all(
      [1, 2].map((value) => admin.patch(at('transferFee'), { value }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})
