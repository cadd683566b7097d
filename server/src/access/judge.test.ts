import { describe, expect, test } from 'vitest'
import { makeJudge } from './judge.ts'

const judge = makeJudge()
const words = ['anna', 'berg', 'summit', 'protection']

describe('a password is easy to guess', () => {
  test.each([
    ['password1234', 'This is like a common password. Add one or two words that are less common.'],
    [
      'P@ssw0rd!2024',
      'This is like a common password. Add one or two words that are less common. A capital letter at the beginning does not help much. Letters replaced by signs, such as "@" for "a", do not help much.',
    ],
    ['qazwsxedcrfv', 'This is a common password. Add one or two words that are less common.'],
    ['letmeinletmein', /^Repeated characters .* Leave out repetitions\.$/],
    ['abcdefghijkl', /^A sequence .* Leave out sequences\.$/],
    ['january2024!', /^The password can be guessed too easily\. Add one or two words/],
    ['20241116summit', /^A date is easy to guess\./],
    ['Summit123456', /^The password has names of you or your company in it/],
    ['ab'.repeat(128), /^Repeated characters/],
  ])('%s', (password, says) => {
    expect(judge(password, words)).toEqual(typeof says === 'string' ? says : expect.stringMatching(says))
  })
})

test.each([
  'correct horse battery',
  'a longer new one',
  'twelve signs',
  'xkq7vbn29plm',
  '🔐🔑🗝🔓🔏🔒🛡🏰🗡🏹🎯🧱',
  'grüne Äpfel im Schnee',
])('%s is hard to guess', (password) => {
  expect(judge(password, words)).toBeUndefined()
})

test('a long password is judged in a moment', () => {
  const began = performance.now()
  judge(Array.from({ length: 256 }, (_, at) => String.fromCharCode(97 + ((at * 7) % 26))).join(''), words)
  judge('pässwörd'.repeat(32), words)
  expect(performance.now() - began).toBeLessThan(2_000)
})
