import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import { amountInWords } from './amount-in-words.ts'

const words = (cents: number) => amountInWords(cents as Cents)

test.each([
  [136_293, 'One thousand three hundred sixty-two and 93/100'],
  [0, 'Zero and 00/100'],
  [1, 'Zero and 01/100'],
  [99, 'Zero and 99/100'],
  [100, 'One and 00/100'],
  [1_205, 'Twelve and 05/100'],
  [1_900, 'Nineteen and 00/100'],
  [2_000, 'Twenty and 00/100'],
  [2_100, 'Twenty-one and 00/100'],
  [10_000, 'One hundred and 00/100'],
  [10_100, 'One hundred one and 00/100'],
  [35_200, 'Three hundred fifty-two and 00/100'],
  [99_999, 'Nine hundred ninety-nine and 99/100'],
  [100_000, 'One thousand and 00/100'],
  [100_001, 'One thousand and 01/100'],
  [101_000, 'One thousand ten and 00/100'],
  [1_000_000, 'Ten thousand and 00/100'],
  [11_540_017, 'One hundred fifteen thousand four hundred and 17/100'],
  [100_000_000, 'One million and 00/100'],
  [100_001_300, 'One million thirteen and 00/100'],
  [
    123_456_789_012,
    'One billion two hundred thirty-four million five hundred sixty-seven thousand eight hundred ninety and 12/100',
  ],
])('%i cents: %s', (cents, text) => {
  expect(words(cents)).toBe(text)
})

test('the words of an amount can be read back', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (cents) => {
      expect(readBack(words(cents))).toBe(cents)
    }),
  )
})

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const LARGE = ['thousand', 'million', 'billion', 'trillion', 'quadrillion']

/** The cents that an amount in words stands for, word by word. */
function readBack(text: string): number {
  const [dollars = '', cents = ''] = text.toLowerCase().split(' and ')
  let all = 0
  let group = 0
  for (const word of dollars.split(/[ -]/)) {
    if (NUMBERS.includes(word)) group += NUMBERS.indexOf(word)
    else if (TENS.includes(word)) group += (TENS.indexOf(word) + 2) * 10
    else if (word === 'hundred') group *= 100
    else {
      all += group * 1000 ** (LARGE.indexOf(word) + 1)
      group = 0
    }
  }
  return (all + group) * 100 + Number(cents.slice(0, 2))
}
