import { expect, test } from 'vitest'
import { type DetailDraft, newDetail } from './draft.ts'
import { mergeDetails, settleDetails } from './merge.ts'

const saved = (id: number, complaintText: string): DetailDraft => ({
  ...{ ...newDetail(), key: String(id), id, complaintText },
})
const texts = (details: readonly DetailDraft[]) => details.map(({ complaintText }) => complaintText)
const base = [saved(1, 'noise'), saved(2, 'leak')]

test('what others added or changed stays, beside what is edited here', () => {
  const theirs = [saved(1, 'noise'), saved(2, 'leaks oil'), saved(3, 'supplement')]
  const yours = [saved(1, 'loud noise'), saved(2, 'leak'), { ...newDetail(), complaintText: 'new' }]
  const { details, conflicts } = mergeDetails(base, theirs, yours)
  expect(texts(details)).toEqual(['loud noise', 'leaks oil', 'supplement', 'new'])
  expect(conflicts).toEqual([])
})

test('a detail that is removed here or voided there is gone', () => {
  expect(texts(mergeDetails(base, base, [saved(2, 'leak')]).details)).toEqual(['leak'])
  expect(texts(mergeDetails(base, [saved(2, 'leak')], base).details)).toEqual(['leak'])
})

test('what both changed is chosen', () => {
  const theirs = [saved(1, 'rattles'), saved(2, 'leaks oil')]
  const merged = mergeDetails(base, theirs, [saved(1, 'loud noise')])
  expect(merged.conflicts.map(({ key, yours }) => [key, yours?.complaintText])).toEqual([
    ['1', 'loud noise'],
    ['2', undefined],
  ])
  expect(texts(settleDetails(merged, new Set(['1', '2'])))).toEqual(['loud noise'])
  expect(texts(settleDetails(merged, new Set()))).toEqual(['rattles', 'leaks oil'])
})
