import { describe, expect, test } from 'vitest'
import { isRoutingNumber } from './bank-numbers.ts'

describe('routing numbers', () => {
  // Published by the banks and the Federal Reserve.
  test.each(['011000015', '021000021', '111000025', '121000358', '322271627'])('%s is valid', (text) => {
    expect(isRoutingNumber(text)).toBe(true)
  })

  test.each(['111000026', '12345678', '1234567890', '000000000', '11100002a', '', '１１１０００02５'])(
    '%s is none',
    (text) => {
      expect(isRoutingNumber(text)).toBe(false)
    },
  )
})
