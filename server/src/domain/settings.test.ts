import { describe, expect, test } from 'vitest'
import { settings, settingValues } from './settings.ts'

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

  test('accepts the default of every setting', () => {
    for (const { key } of settings) settingValues(null, [key as 'transferDays'])
  })
})
