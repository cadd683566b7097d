import { describe, expect, test } from 'vitest'
import { processTypes } from './process-types.ts'
import { settingFault, settings, settingValues } from './settings.ts'

describe('settingValues', () => {
  test('gives the default of a setting that is not set', () => {
    expect(settingValues(null, ['transferDays', 'transferFee', 'payWhen', 'achOrigin'])).toEqual({
      transferDays: 30,
      transferFee: 40_00,
      payWhen: 'WhenFunded',
      achOrigin: null,
    })
    expect(settingValues({}, ['requiredParams.APL'])).toEqual({
      'requiredParams.APL': ['assetTypeCode', 'itemPurchasePrice', 'saleDate'],
    })
  })

  test('gives the set values of the named keys, with amounts in cents', () => {
    const stored = { transferFee: 12.34, requireCancelDocuments: true, maxBackDays: 0, other: 1 }
    expect(settingValues(stored, ['transferFee', 'requireCancelDocuments', 'maxBackDays'])).toEqual({
      transferFee: 12_34,
      requireCancelDocuments: true,
      maxBackDays: 0,
    })
  })

  test('is typed by the declaration', () => {
    const values = settingValues(null, [
      'transferDays',
      'claimsDeductMode',
      'achOrigin',
      'requiredParams.VSC',
    ])
    values.transferDays satisfies number
    values.claimsDeductMode satisfies 'Paid' | 'PaidAndAuthorized'
    values.achOrigin satisfies string | null
    values['requiredParams.VSC'] satisfies readonly string[]
    // @ts-expect-error a key that was not asked for is not there
    expect(values.transferFee).toBeUndefined()
    // @ts-expect-error an unknown key does not compile
    expect(() => settingValues(null, ['nope'])).toThrow('There is no setting nope.')
  })

  test.each([
    ['transferDays', '30'],
    ['transferDays', -1],
    ['transferFee', 1.005],
    ['autoExpireOnHold', 'true'],
    ['payWhen', 'Never'],
    ['shortfallAccount', 7],
    ['requiredParams.GAP', 'apr'],
  ] as const)('refuses a stored value that %s cannot have: %s', (key, value) => {
    expect(() => settingValues({ [key]: value }, [key])).toThrow(
      `The stored value of the setting ${key} is not valid.`,
    )
  })

  test('counts a number over the limit, which was set before there was one, as the limit', () => {
    expect(settingValues({ quoteValidDays: 9_999_999 }, ['quoteValidDays'])).toEqual({
      quoteValidDays: 36_500,
    })
  })

  test('accepts the default of every setting', () => {
    for (const { key } of settings) settingValues(null, [key as 'transferDays'])
  })
})

test.each(settings.filter(({ type }) => type === 'Int'))('$key has a largest value', (setting) => {
  const most = setting.key === 'newMaxOdometer' ? 9_999_999 : 36_500
  expect(settingFault(setting, most)).toBeUndefined()
  for (const value of [most + 1, Number.MAX_SAFE_INTEGER, -1, 1.5])
    expect(settingFault(setting, value)).toBe(`The value must be a whole number from 0 to ${most}.`)
})

describe('schedules', () => {
  const ofType = (type: string) => settings.find(({ key }) => key === `schedule.${type}`)

  test('there is one for each process', () => {
    const keys = settings.map(({ key }) => key).filter((key) => key.startsWith('schedule.'))
    expect(keys).toEqual(processTypes.map((type) => `schedule.${type}`))
    expect(ofType('AutoExpire')).toMatchObject({
      name: 'Schedule: auto expire',
      groupId: 6,
      defaultValue: '10 1 * * *',
    })
  })

  test.each([
    ['30 2 * * MON-FRI', undefined],
    ['', undefined],
    [' ', undefined],
    ['0 24 * * *', 'The hour must be from 0 to 23: 24.'],
    [7, 'The value must be text of at most 500 characters.'],
    [`${'0,'.repeat(250)}0 * * * *`, 'The value must be text of at most 500 characters.'],
  ])('%s: %s', (value, fault) => {
    const setting = ofType('AutoExpire')
    expect(setting && settingFault(setting, value)).toBe(fault)
  })

  test.each(['desk', 'a@b, c@d', 'Desk <a@b.com>', 'a@b\nBcc: c@d', ''])(
    'no address for alerts: %j',
    (value) => {
      const setting = settings.find(({ key }) => key === 'alertEmail')
      expect(setting && settingFault(setting, value)).toMatch('one email address')
      expect(setting && settingFault(setting, 'desk@example.com')).toBeUndefined()
    },
  )
})
