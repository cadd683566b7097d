import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SearchTerms, searchTerms } from './search-text.ts'

const nothing: SearchTerms = {
  ...{ number: null, numberStart: null, serial: null, vin: null, vinEnd: null },
  ...{ phones: [], email: null, words: [], lastName: null },
}

test.each<[string, Partial<SearchTerms>]>([
  ['VSC-0001204', { number: 'VSC-0001204', numberStart: 'VSC-0001204', words: ['VSC-0001204'] }],
  ['CXR-000088 ', { number: 'CXR-000088', numberStart: 'CXR-000088', words: ['CXR-000088'] }],
  ['1204', { number: '1204', serial: '1204' }],
  ['0001204', { number: '0001204', serial: '1204', phones: ['0001204'] }],
  ['7', { serial: '7' }],
  ['D1001', { number: 'D1001', numberStart: 'D1001', words: ['D1001'] }],
  ['1FTFW1E50RKD00001', { number: '1FTFW1E50RKD00001', vin: '1FTFW1E50RKD00001' }],
  ['rkd00001', { number: 'rkd00001', numberStart: 'rkd00001', vinEnd: 'rkd00001', words: ['rkd00001'] }],
  ['(512) 555-0142', { phones: ['5125550142', '15125550142'] }],
  ['+1 512 555 0142', { phones: ['15125550142', '5125550142'] }],
  ['dana@example.com', { number: 'dana@example.com', email: 'dana@example.com' }],
  ['Dana Reyes', { words: ['Dana', 'Reyes'] }],
  ['Reyes, Dana', { words: ['Reyes', 'Dana'] }],
  ['Li', { number: 'Li', lastName: 'Li' }],
  ['Marshall', { number: 'Marshall', words: ['Marshall'] }],
  ['Route 66 Ford', { words: ['Route', '66', 'Ford'] }],
  ['- ?', {}],
  ['   ', {}],
])('%j', (text, terms) => {
  expect(searchTerms(text)).toEqual({ ...nothing, ...terms })
})

test('any text can be asked for, and spaces around it do not count', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const terms = searchTerms(text)
      expect(searchTerms(`  ${text}\n`)).toEqual(terms)
      expect(terms.words.length).toBeLessThanOrEqual(5)
      expect([...terms.words, ...terms.phones]).not.toContain('')
    }),
  )
})
