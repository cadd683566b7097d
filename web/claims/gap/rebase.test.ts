import { expect, test } from 'vitest'
import { gapDraftOf } from './gap-draft.ts'
import { rebaseGap, settleGap } from './rebase.ts'

const base = gapDraftOf({ gap: { lenderPayoff: 25_600, lateFees: 60 } }, undefined)
const payoff = (changes: Partial<typeof base.payoff>) => ({
  ...base,
  payoff: { ...base.payoff, ...changes },
})

test('what others saved stays beside what is edited here', () => {
  const { draft, conflicts } = rebaseGap(base, payoff({ lenderPayoff: 25_700 }), payoff({ lateFees: 30 }))
  expect(draft.payoff).toMatchObject({ lenderPayoff: 25_700, lateFees: 30 })
  expect(conflicts).toEqual([])
})

test('a fact that both changed is chosen', () => {
  const rebased = rebaseGap(base, payoff({ lenderPayoff: 25_700 }), payoff({ lenderPayoff: 25_500 }))
  expect(rebased.conflicts).toEqual([
    { name: 'payoff.lenderPayoff', before: 25_600, theirs: 25_700, yours: 25_500 },
  ])
  expect(settleGap(rebased, new Set(['payoff.lenderPayoff'])).payoff.lenderPayoff).toBe(25_500)
  expect(settleGap(rebased, new Set()).payoff.lenderPayoff).toBe(25_700)
})
