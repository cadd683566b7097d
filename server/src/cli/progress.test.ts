import { expect, test } from 'vitest'
import { progressText, showProgress } from './progress.ts'

const none = { candidates: 0, succeeded: 0, skipped: 0, failed: 0 }

test.each([
  [0, 4, '[······························] 0% 0 of 4: 0 done, 0 skipped, 0 failed'],
  [2, 4, '[###############···············] 50% 2 of 4: 2 done, 0 skipped, 0 failed'],
  // More candidates came while it ran.
  [5, 4, '[##############################] 100% 5 of 4: 5 done, 0 skipped, 0 failed'],
  [0, 0, '[##############################] 100% 0 of 0: 0 done, 0 skipped, 0 failed'],
  [7, undefined, '7 done, 0 skipped, 0 failed'],
])('%i of %s candidates', (done, total, text) => {
  expect(progressText(done, total, { succeeded: done, skipped: 0, failed: 0 })).toBe(text)
})

test('elsewhere than on a terminal there is a line for every thousand', () => {
  let shown = ''
  const progress = showProgress({ write: (text) => (shown += text) }, none, 2_500)
  for (let done = 0; done < 2_500; done += 1) progress.add({ succeeded: 1, skipped: 0, failed: 0 })
  progress.end()
  expect(shown.split('\n').map((line) => line.slice(33, 50))).toEqual([
    '40% 1000 of 2500:',
    '80% 2000 of 2500:',
    '',
  ])
})

test('on a terminal the bar is drawn over and ends with a line', () => {
  let shown = ''
  const screen = { isTTY: true, write: (text: string) => (shown += text) }
  const progress = showProgress(screen, { ...none, candidates: 5, succeeded: 5 }, 5)
  for (let done = 0; done < 5; done += 1) progress.add({ succeeded: 1, skipped: 0, failed: 0 })
  progress.end()
  expect(shown.endsWith('100% 10 of 10: 10 done, 0 skipped, 0 failed\u001b[K\n')).toBe(true)
  expect(shown.startsWith('\r[')).toBe(true)
})
