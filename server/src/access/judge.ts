import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common'
import { dictionary } from '@zxcvbn-ts/language-en'

// Judges passwords by how many guesses they take, with dictionaries of common passwords, words and names. They take 40 to
// 50 MB, so this is loaded only in a thread (`judge-worker.ts`) that ends when it is idle.

/** What makes a password easy to guess, and what would be better; nothing if it is hard to guess. */
export type Judgment = (password: string, words: readonly string[]) => string | undefined

/** Of 0 to 4. From 3 on a password takes more than 10^8 guesses. */
const SCORE_AT_LEAST = 3
/** Judging takes longer than in proportion to the length. What comes later cannot make a password weaker. */
const JUDGED_AT_MOST = 100

export function makeJudge(): Judgment {
  const zxcvbn = new ZxcvbnFactory({
    graphs: adjacencyGraphs,
    dictionary: { ...commonDictionary, ...dictionary },
    translations: { warnings, suggestions, timeEstimation },
  })
  return (password, words) => {
    const { score, feedback } = zxcvbn.check([...password].slice(0, JUDGED_AT_MOST).join(''), [...words])
    if (score >= SCORE_AT_LEAST) return undefined
    const what = feedback.warning ?? 'The password can be guessed too easily.'
    const better = feedback.suggestions.length > 0 ? feedback.suggestions : [suggestions.anotherWord]
    return [what, ...new Set(better)].join(' ')
  }
}

const warnings = {
  straightRow: 'A row of keys on the keyboard is easy to guess.',
  keyPattern: 'A pattern of keys on the keyboard is easy to guess.',
  simpleRepeat: 'Repeated characters like "aaa" are easy to guess.',
  extendedRepeat: 'Repeated characters like "abcabcabc" are easy to guess.',
  sequences: 'A sequence like "abc" or "6543" is easy to guess.',
  recentYears: 'A recent year is easy to guess.',
  dates: 'A date is easy to guess.',
  topTen: 'This is one of the ten most common passwords.',
  topHundred: 'This is one of the hundred most common passwords.',
  common: 'This is a common password.',
  similarToCommon: 'This is like a common password.',
  wordByItself: 'A single word is easy to guess.',
  namesByThemselves: 'A name is easy to guess.',
  commonNames: 'Common names are easy to guess.',
  userInputs: 'The password has names of you or your company in it, which others know.',
  pwned: 'This password is known from a data breach.',
}

const suggestions = {
  l33t: 'Letters replaced by signs, such as "@" for "a", do not help much.',
  reverseWords: 'Words spelled backwards do not help much.',
  allUppercase: 'Capital letters throughout do not help much.',
  capitalization: 'A capital letter at the beginning does not help much.',
  dates: 'Leave out dates and years that have to do with you.',
  recentYears: 'Leave out recent years.',
  associatedYears: 'Leave out years that have to do with you.',
  sequences: 'Leave out sequences.',
  repeated: 'Leave out repetitions.',
  longerKeyboardPattern: 'Use words instead of patterns of keys.',
  anotherWord: 'Add one or two words that are less common.',
  useWords: 'Use several words that have nothing to do with each other.',
  noNeed: 'Signs, digits and capital letters are not needed.',
  pwned: 'Choose another one, here and wherever you use it.',
}

/** How long guessing would take. We do not tell. */
const timeEstimation = {
  ...{
    ltSecond: '',
    second: '',
    seconds: '',
    minute: '',
    minutes: '',
    hour: '',
    hours: '',
    day: '',
    days: '',
  },
  ...{ month: '', months: '', year: '', years: '', centuries: '' },
}
