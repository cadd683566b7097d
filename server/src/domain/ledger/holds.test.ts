import { expect, test } from 'vitest'
import {
  activeR1,
  type MemoryLedger,
  pendingR1,
  perform,
} from '../../../test/support/oracle/earnings/memory-ledger.ts'
import { planFunding } from './funding.ts'
import { planPayablesHold, planPayablesRelease } from './holds.ts'

function fund(ledger: MemoryLedger): void {
  ledger.rows = ledger.rows.map((row) =>
    row.isDealerCost ? { ...row, status: 'Paid', paidAmount: row.amount } : row,
  )
  perform(ledger, planFunding(ledger.rows))
}

const held = ({ rows }: MemoryLedger) =>
  rows
    .filter(({ status }) => status === 'Held')
    .map(({ disbursementCode, holdId }) => `${disbursementCode} ${holdId}`)

test('a hold freezes open and waiting payables of its disbursements', () => {
  const ledger = activeR1()
  perform(ledger, planPayablesHold(ledger.rows, { holdId: 5, codes: ['AGENT', 'RESERVE', 'MARKUP'] }))
  expect(held(ledger)).toEqual(['AGENT 5'])
  fund(ledger)
  perform(ledger, planPayablesHold(ledger.rows, { holdId: 6, codes: 'all' }))
  expect(held(ledger)).toEqual(['PREMTAX 6', 'CLIP 6', 'ROADSIDE 6', 'AGENT 5', 'DLRGRP 6'])
})

test('rows that are in a batch, paid or not in force do not change', () => {
  const pending = pendingR1()
  expect(planPayablesHold(pending.rows, { holdId: 5, codes: 'all' }).update).toEqual([])
  const ledger = activeR1()
  ledger.rows = ledger.rows.map((row) => ({
    ...row,
    status: row.id === 12 ? 'InProcess' : 'Paid',
    waitsFor: null,
  }))
  expect(planPayablesHold(ledger.rows, { holdId: 5, codes: 'all' }).update).toEqual([])
})

test('a released row gets the state that fits the current facts', () => {
  const waiting = activeR1()
  perform(waiting, planPayablesHold(waiting.rows, { holdId: 5, codes: ['AGENT'] }))
  perform(waiting, planPayablesRelease(waiting.rows, []))
  expect(waiting.rows[11]).toMatchObject({ status: 'Pending', waitsFor: 'Funding', holdId: null })

  const funded = activeR1()
  perform(funded, planPayablesHold(funded.rows, { holdId: 5, codes: ['AGENT'] }))
  fund(funded)
  expect(funded.rows[11]).toMatchObject({ status: 'Held' })
  perform(funded, planPayablesRelease(funded.rows, []))
  expect(funded.rows[11]).toMatchObject({ status: 'Open', waitsFor: null, holdId: null })
})

test('a row with another open hold stays held', () => {
  const ledger = activeR1()
  perform(ledger, planPayablesHold(ledger.rows, { holdId: 5, codes: 'all' }))
  perform(ledger, planPayablesRelease(ledger.rows, [{ holdId: 7, codes: ['AGENT'] }]))
  expect(held(ledger)).toEqual(['AGENT 7'])
  expect(planPayablesRelease(ledger.rows, [{ holdId: 7, codes: 'all' }]).update).toEqual([])
})
