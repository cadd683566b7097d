import { expect, test } from 'vitest'
import {
  contractR1,
  emptyLedger,
  type MemoryLedger,
  perform,
} from '../../../test/support/oracle/earnings/memory-ledger.ts'
import { openContract } from './contract.ts'
import { finalizeContract } from './finalize.ts'
import { followFunding } from './funding.ts'
import { holdPayables, releasePayables } from './holds.ts'

const sold = { effectiveDate: '2024-03-15', accountingDate: '2024-03-15' }

function active(): MemoryLedger {
  const ledger = emptyLedger()
  perform(ledger, openContract(contractR1, sold))
  perform(ledger, finalizeContract(731, ledger.rows, sold))
  return ledger
}

function fund(ledger: MemoryLedger): void {
  ledger.rows = ledger.rows.map((row) =>
    row.isDealerCost ? { ...row, status: 'Paid', paidAmount: row.amount } : row,
  )
  perform(ledger, followFunding(ledger.rows))
}

const held = ({ rows }: MemoryLedger) =>
  rows
    .filter(({ status }) => status === 'Held')
    .map(({ disbursementCode, holdId }) => `${disbursementCode} ${holdId}`)

test('a hold freezes what is to be paid out, open or waiting, of the disbursements it names', () => {
  const ledger = active()
  perform(ledger, holdPayables(ledger.rows, { holdId: 5, codes: ['AGENT', 'RESERVE', 'MARKUP'] }))
  expect(held(ledger)).toEqual(['AGENT 5'])
  fund(ledger)
  perform(ledger, holdPayables(ledger.rows, { holdId: 6, codes: 'all' }))
  expect(held(ledger)).toEqual(['PREMTAX 6', 'CLIP 6', 'ROADSIDE 6', 'AGENT 5', 'DLRGRP 6'])
})

test('what is in a batch, paid, or not in force is not moved', () => {
  const pending = emptyLedger()
  perform(pending, openContract(contractR1, sold))
  expect(holdPayables(pending.rows, { holdId: 5, codes: 'all' }).update).toEqual([])
  const ledger = active()
  ledger.rows = ledger.rows.map((row) => ({
    ...row,
    status: row.id === 12 ? 'InProcess' : 'Paid',
    waitsFor: null,
  }))
  expect(holdPayables(ledger.rows, { holdId: 5, codes: 'all' }).update).toEqual([])
})

test('released, a row stands as the facts are then', () => {
  const waiting = active()
  perform(waiting, holdPayables(waiting.rows, { holdId: 5, codes: ['AGENT'] }))
  perform(waiting, releasePayables(waiting.rows, []))
  expect(waiting.rows[11]).toMatchObject({ status: 'Pending', waitsFor: 'Funding', holdId: null })

  const funded = active()
  perform(funded, holdPayables(funded.rows, { holdId: 5, codes: ['AGENT'] }))
  fund(funded)
  expect(funded.rows[11]).toMatchObject({ status: 'Held' })
  perform(funded, releasePayables(funded.rows, []))
  expect(funded.rows[11]).toMatchObject({ status: 'Open', waitsFor: null, holdId: null })
})

test('a row that another open hold names stays held by that one', () => {
  const ledger = active()
  perform(ledger, holdPayables(ledger.rows, { holdId: 5, codes: 'all' }))
  perform(ledger, releasePayables(ledger.rows, [{ holdId: 7, codes: ['AGENT'] }]))
  expect(held(ledger)).toEqual(['AGENT 7'])
  expect(releasePayables(ledger.rows, [{ holdId: 7, codes: 'all' }]).update).toEqual([])
})
