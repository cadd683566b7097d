import { expect, test } from 'vitest'
import { gapChanges, gapDraftOf, withLossType } from './gap-draft.ts'

const empty = gapDraftOf({ gap: null }, undefined)

test('only what was changed is sent, and what was emptied is cleared', () => {
  expect(gapChanges(empty, empty)).toBeUndefined()
  const before = gapDraftOf({ gap: { lenderPayoff: 25600.46, lateFees: 60 } }, undefined)
  const draft = { ...before, payoff: { ...before.payoff, lateFees: undefined } }
  expect(gapChanges(before, draft)).toEqual({ lateFees: null })
  const loan = { ...empty.loan, apr: 6.9 }
  expect(gapChanges(empty, { ...empty, loan })).toEqual({ financing: { apr: 6.9 } })
})

test('a settlement is sent with the value of the vehicle, and goes when there was no insurance', () => {
  const settlement = { ...empty.settlement, deductible: 1500 }
  expect(gapChanges(empty, { ...empty, settlement })).toEqual({ insuranceSettlement: null })
  const whole = { ...settlement, actualCashValue: 19850, priorDamage: 350 }
  expect(gapChanges(empty, { ...empty, settlement: whole })?.insuranceSettlement).toMatchObject({
    ...{ actualCashValue: 19850, deductible: 1500, priorDamage: 350, netSettlement: null },
  })
  expect(gapChanges(empty, { ...empty, settlement: whole, isUninsured: true })).toEqual({
    ...{ noPrimaryInsurance: true, insuranceSettlement: null },
  })
})

test('the usual documents are asked for, and the police report for a theft', () => {
  expect(empty.checklist.map(({ document }) => document)).toEqual(['SETTLEMENT', 'PAYOFF', 'FINANCE'])
  const stolen = gapDraftOf({ gap: { lossType: 'Theft' } }, undefined)
  expect(stolen.checklist.map(({ document }) => document)).toContain('POLICE')
})

test('the police report comes and goes with the theft, though the list was ticked before', () => {
  const documents = (draft: typeof empty) => draft.checklist.map(({ document }) => document)
  const ticked = gapDraftOf({ gap: { checklist: [{ document: 'PAYOFF', received: true }] } }, undefined)
  const stolen = withLossType(ticked, 'Theft')
  expect(documents(stolen)).toEqual(['PAYOFF', 'POLICE'])
  expect(documents(withLossType(stolen, 'Theft'))).toEqual(['PAYOFF', 'POLICE'])
  expect(documents(withLossType(stolen, 'Collision'))).toEqual(['PAYOFF'])
})
