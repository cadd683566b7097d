import { describe, expect, test } from 'vitest'
import { amountOf, type Cents, centsOf } from '../money.ts'
import type { EarningContract, EarningEvent, EarningLine } from './events.ts'
import { earnedUndisturbed, resolveEffect } from './holds.ts'
import { buildTimeline, earningsOn } from './timeline.ts'

const line = (code: string, amount: number, methodCode = 'PRORATA_DAYS'): EarningLine => ({
  code,
  amount: centsOf(amount),
  methodCode,
  curve: null,
})

/** R1: sold on 2024-03-15 at 2,995.00. */
const lines = [
  line('RESERVE', 1061.7),
  line('PREMTAX', 21.23, 'IMMEDIATE'),
  line('ADMIN', 125),
  line('CLIP', 12),
  line('ROADSIDE', 18),
  line('AGENT', 75, 'IMMEDIATE'),
  line('DLRGRP', 50, 'IMMEDIATE'),
  line('MARKUP', 1632.07, 'IMMEDIATE'),
]
const contract: EarningContract = {
  terms: {
    effectiveDate: '2024-03-15',
    expirationDate: '2029-03-15',
    effectiveOdometer: 12_000,
    expirationOdometer: 87_000,
    annualMileage: null,
    warrantyMonths: null,
  },
  lines,
}

type Happening = EarningEvent extends infer Event
  ? Event extends EarningEvent
    ? Omit<Event, 'id'>
    : never
  : never

/** What happened, in the order in which it was recorded. */
const events = (...happened: readonly Happening[]): EarningEvent[] =>
  [{ kind: 'Contract', date: '2024-03-15' } as const, ...happened].map(
    (event, id) => ({ ...event, id }) as EarningEvent,
  )

function figures(happened: readonly EarningEvent[], code: string, date: string, of = contract) {
  const found = earningsOn(buildTimeline(of, happened), date).find((one) => one.code === code)
  if (!found) throw new Error(`There is no line ${code}.`)
  const { amount, earned, unearned, refunded } = found
  expect(earned + unearned + refunded).toBe(amount)
  return {
    ...found,
    amount: amountOf(amount),
    earned: amountOf(earned),
    unearned: amountOf(unearned),
    refunded: amountOf(refunded),
  }
}

const earned = (happened: readonly EarningEvent[], code: string, date: string, of = contract) =>
  figures(happened, code, date, of).earned

describe('a contract that nothing happens to', () => {
  test('2025-03-31, as the example of the earning details has it', () => {
    const on = earningsOn(buildTimeline(contract, events()), '2025-03-31')
    const sum = (of: 'amount' | 'earned' | 'unearned') =>
      amountOf(on.reduce((all, one) => all + one[of], 0) as Cents)
    expect([sum('amount'), sum('earned'), sum('unearned')]).toEqual([2995, 2032.17, 962.83])
    expect(figures(events(), 'RESERVE', '2025-03-31')).toEqual({
      code: 'RESERVE',
      amount: 1061.7,
      methodCode: 'PRORATA_DAYS',
      effectiveDate: '2024-03-15',
      expirationDate: '2029-03-15',
      factor: { part: 381, whole: 1826 },
      roundedFactor: 0.208653,
      earned: 221.53,
      unearned: 840.17,
      refunded: 0,
    })
    expect(figures(events(), 'AGENT', '2025-03-31')).toMatchObject({
      roundedFactor: 1,
      earned: 75,
      unearned: 0,
    })
    expect(figures(events(), 'ADMIN', '2025-03-31')).toMatchObject({ earned: 26.08, unearned: 98.92 })
    expect(earned(events(), 'RESERVE', '2025-02-28')).toBe(203.5)
  })

  test('has earned nothing until it was finalized, and then all at once', () => {
    const late = [{ kind: 'Contract', id: 1, date: '2024-05-20' } as const]
    expect(figures(late, 'RESERVE', '2024-05-19')).toMatchObject({
      roundedFactor: 0,
      earned: 0,
      unearned: 1061.7,
    })
    expect(earned(late, 'AGENT', '2024-05-19')).toBe(0)
    expect(earned(late, 'RESERVE', '2024-05-20')).toBe(38.37)
    expect(earned(late, 'AGENT', '2024-05-20')).toBe(75)
    expect(earned([], 'RESERVE', '2030-01-01')).toBe(0)
  })

  test('is the same by the short way', () => {
    for (const date of ['2024-03-14', '2025-03-31', '2029-03-15'])
      for (const one of lines)
        expect(amountOf(earnedUndisturbed(one, contract.terms, date))).toBe(earned(events(), one.code, date))
  })
})

describe('a hold that freezes', () => {
  const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode: 'Freeze', codes: 'all' } as const
  const resolve = { kind: 'Resolve', date: '2025-05-16', holdId: 7 } as const

  test('stays at its date, and catches up in one entry when it is resolved', () => {
    const held = events(hold, resolve)
    expect(
      ['2025-03-31', '2025-04-01', '2025-05-15', '2025-05-16', '2025-05-17'].map((date) =>
        earned(held, 'RESERVE', date),
      ),
    ).toEqual([221.53, 222.11, 222.11, 248.27, 248.85])
    expect([earned(held, 'ADMIN', '2025-05-15'), earned(held, 'ADMIN', '2025-05-16')]).toEqual([26.15, 29.23])
    expect(figures(held, 'RESERVE', '2025-06-01').expirationDate).toBe('2029-03-15')
  })

  test('the resolve says what it brings', () => {
    const { catchUp, extendsExpirationDays } = resolveEffect(contract, events(hold), {
      holdId: 7,
      date: '2025-05-16',
    })
    expect(catchUp.map(({ code, amount }) => [code, amountOf(amount)])).toEqual([
      ['RESERVE', 26.16],
      ['ADMIN', 3.08],
      ['CLIP', 0.3],
      ['ROADSIDE', 0.44],
    ])
    expect(extendsExpirationDays).toBe(0)
  })

  test('holds the lines it names', () => {
    const held = events({ ...hold, codes: ['ADMIN'] })
    expect([earned(held, 'ADMIN', '2025-05-16'), earned(held, 'RESERVE', '2025-05-16')]).toEqual([
      26.15, 248.27,
    ])
    const { catchUp } = resolveEffect(contract, held, { holdId: 7, date: '2025-05-16' })
    expect(catchUp).toEqual([{ code: 'ADMIN', amount: 308 }])
  })

  test('of several, a line stays at the earliest that is open', () => {
    const second = { ...hold, holdId: 8, date: '2025-04-10' } as const
    const held = events(
      hold,
      second,
      { ...resolve, date: '2025-05-01' },
      { ...resolve, holdId: 8, date: '2025-05-16' },
    )
    // 382, 382, 391 (the second hold) and 427 days of 1826.
    expect(
      ['2025-04-10', '2025-04-30', '2025-05-01', '2025-05-16'].map((date) => earned(held, 'RESERVE', date)),
    ).toEqual([222.11, 222.11, 227.34, 248.27])
  })
})

describe('a hold that suspends', () => {
  const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode: 'Suspend', codes: 'all' } as const
  const resolve = { kind: 'Resolve', date: '2025-05-16', holdId: 7 } as const

  test('stops the clock, and the contract runs so much longer', () => {
    const held = events(hold, resolve)
    expect(
      ['2025-04-01', '2025-05-15', '2025-05-16', '2025-05-17'].map((date) => earned(held, 'RESERVE', date)),
    ).toEqual([222.11, 222.11, 222.11, 222.69])
    expect(figures(held, 'RESERVE', '2025-05-15').expirationDate).toBe('2029-03-15')
    expect(figures(held, 'RESERVE', '2025-05-16').expirationDate).toBe('2029-04-29')
    expect(figures(held, 'RESERVE', '2029-04-28').roundedFactor).toBe(0.999452)
    expect(figures(held, 'RESERVE', '2029-04-29').roundedFactor).toBe(1)
    expect(resolveEffect(contract, events(hold), { holdId: 7, date: '2025-05-16' })).toEqual({
      catchUp: [],
      extendsExpirationDays: 45,
    })
  })

  test('goes on beyond the expiration while nobody resolves it', () => {
    expect(earned(events(hold), 'RESERVE', '2031-01-01')).toBe(222.11)
  })

  test('days are suspended once, however many holds there are', () => {
    const second = { ...hold, holdId: 8, date: '2025-04-20' } as const
    const held = events(hold, second, resolve, { ...resolve, holdId: 8, date: '2025-06-01' })
    expect(figures(held, 'RESERVE', '2025-05-20')).toMatchObject({
      earned: 222.11,
      expirationDate: '2029-04-29',
    })
    expect(figures(held, 'RESERVE', '2025-06-01')).toMatchObject({
      earned: 222.11,
      expirationDate: '2029-05-15',
    })
    expect(earned(held, 'RESERVE', '2025-06-02')).toBe(222.69)
    const first = events(hold, second, resolve)
    expect(resolveEffect(contract, first, { holdId: 8, date: '2025-06-01' }).extendsExpirationDays).toBe(16)
    // Within the days of the other it extends nothing, in whatever order they are resolved.
    expect(resolveEffect(contract, first, { holdId: 8, date: '2025-05-01' }).extendsExpirationDays).toBe(0)
    const other = events(hold, second, { ...resolve, holdId: 8, date: '2025-06-01' })
    expect(resolveEffect(contract, other, { holdId: 7, date: '2025-05-16' }).extendsExpirationDays).toBe(19)
  })

  test('a line that is frozen meanwhile stays where it was frozen', () => {
    const freeze = { ...hold, holdId: 8, date: '2025-03-31', mode: 'Freeze', codes: ['RESERVE'] } as const
    const held = events(freeze, hold, resolve)
    expect([earned(held, 'RESERVE', '2025-06-01'), earned(held, 'ADMIN', '2025-05-16')]).toEqual([
      221.53, 26.15,
    ])
  })

  test('months stand still as days do', () => {
    const gap: EarningContract = {
      terms: { ...contract.terms, effectiveDate: '2024-01-20', expirationDate: '2030-01-20' },
      lines: [line('RESERVE', 240, 'RULE78')],
    }
    const held = events(hold, resolve)
    // 45 days after 2025-09-25, which is 20 months and 5 of 30 days.
    expect(earned(held, 'RESERVE', '2025-11-09', gap)).toBe(114.95)
  })
})

describe('a cancel', () => {
  const refunds = new Map(
    Object.entries({
      RESERVE: 647.64,
      PREMTAX: 12.95,
      ADMIN: 76.25,
      CLIP: 7.32,
      ROADSIDE: 10.98,
      AGENT: 45.75,
      DLRGRP: 30.5,
      MARKUP: 995.56,
    }).map(([code, amount]) => [code, centsOf(amount)]),
  )
  const cancel = { kind: 'Cancel', date: '2025-09-10', cancelId: 3, refunds } as const
  const reinstatement = { kind: 'Reinstatement', date: '2025-10-01', cancelId: 3, gapDays: 0 } as const

  test('leaves nothing unearned from its day on', () => {
    const cancelled = events(cancel)
    expect(figures(cancelled, 'RESERVE', '2025-09-09')).toMatchObject({ earned: 315.72, refunded: 0 })
    expect(figures(cancelled, 'RESERVE', '2025-09-10')).toMatchObject({
      earned: 414.06,
      unearned: 0,
      refunded: 647.64,
      roundedFactor: 0.389997,
    })
    expect(figures(cancelled, 'ADMIN', '2025-09-10')).toMatchObject({
      earned: 48.75,
      unearned: 0,
      refunded: 76.25,
    })
    expect(figures(cancelled, 'AGENT', '2031-01-01')).toMatchObject({
      earned: 29.25,
      unearned: 0,
      refunded: 45.75,
    })
  })

  test('a flat one refunds the amounts, and then nothing is earned', () => {
    const flat = events({ ...cancel, refunds: new Map(lines.map(({ code, amount }) => [code, amount])) })
    for (const { code, amount } of lines)
      expect(figures(flat, code, '2025-09-10')).toMatchObject({
        earned: 0,
        unearned: 0,
        refunded: amountOf(amount),
        roundedFactor: 0,
      })
  })

  test('a line that is refunded nothing is earned', () => {
    expect(figures(events({ ...cancel, refunds: new Map() }), 'ADMIN', '2025-09-10')).toMatchObject({
      earned: 125,
      refunded: 0,
    })
  })

  test('reinstated, the timeline is as if it had never been; between them the cancelled figures stand', () => {
    const back = events(cancel, reinstatement)
    expect(figures(back, 'RESERVE', '2025-09-30')).toMatchObject({ earned: 414.06, refunded: 647.64 })
    expect(figures(back, 'RESERVE', '2025-10-01')).toMatchObject({
      earned: 328.51,
      unearned: 733.19,
      refunded: 0,
      expirationDate: '2029-03-15',
    })
    expect(earned(back, 'AGENT', '2025-10-01')).toBe(75)
  })

  test('the days of a gap are suspended days', () => {
    const back = events(cancel, { ...reinstatement, gapDays: 21 })
    expect(figures(back, 'RESERVE', '2025-10-01')).toMatchObject({
      earned: 316.3,
      expirationDate: '2029-04-05',
    })
    expect(earned(back, 'RESERVE', '2025-09-09')).toBe(315.72)
  })

  test.each([
    ['Freeze', '2025-11-01', 346.54],
    ['Suspend', '2025-11-01', 222.11],
  ] as const)(
    'a %s hold that was open is open again: earned goes back to its date',
    (mode, resolved, after) => {
      const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode, codes: 'all' } as const
      const back = events(
        hold,
        cancel,
        { ...reinstatement, kind: 'ReinstatementHold' },
        { kind: 'Resolve', date: resolved, holdId: 7 },
      )
      expect(
        ['2025-04-01', '2025-09-10', '2025-09-30', '2025-10-01', '2025-10-31', resolved].map((date) =>
          earned(back, 'RESERVE', date),
        ),
      ).toEqual([222.11, 414.06, 414.06, 222.11, 222.11, after])
    },
  )

  test('the days of a gap within a suspension move the expiration once', () => {
    const hold = { kind: 'Hold', date: '2025-09-01', holdId: 7, mode: 'Suspend', codes: 'all' } as const
    const back = events(hold, cancel, { ...reinstatement, kind: 'ReinstatementHold', gapDays: 21 })
    expect(figures(back, 'RESERVE', '2025-10-01').expirationDate).toBe('2029-04-05')
    // From 2025-09-01 to 2025-10-31 there are 60 days, 21 of which the expiration has moved by already.
    expect(resolveEffect(contract, back, { holdId: 7, date: '2025-10-31' }).extendsExpirationDays).toBe(39)
  })

  test('it can be cancelled again, even for a day before it was reinstated', () => {
    const again = events(cancel, reinstatement, {
      ...cancel,
      cancelId: 4,
      date: '2025-09-20',
      refunds: new Map(),
    })
    expect(['2025-09-15', '2025-09-20', '2025-10-01'].map((date) => earned(again, 'RESERVE', date))).toEqual([
      414.06, 1061.7, 1061.7,
    ])
  })
})

describe('a void, an expiry', () => {
  test('voided, nothing is earned and everything refunded', () => {
    const voided = events({ kind: 'Void', date: '2024-04-20' })
    expect(figures(voided, 'AGENT', '2024-04-19')).toMatchObject({ earned: 75, refunded: 0 })
    expect(figures(voided, 'AGENT', '2024-04-20')).toMatchObject({
      earned: 0,
      unearned: 0,
      refunded: 75,
      roundedFactor: 0,
    })
  })

  test('expired, everything is earned, held or not; reopened, the timeline goes on', () => {
    const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode: 'Freeze', codes: ['ADMIN'] } as const
    const expired = events(
      hold,
      { kind: 'Expire', date: '2025-05-01' },
      { kind: 'Reopen', date: '2025-05-16' },
    )
    expect(figures(expired, 'RESERVE', '2025-05-01')).toMatchObject({
      earned: 1061.7,
      unearned: 0,
      roundedFactor: 1,
    })
    expect(earned(expired, 'ADMIN', '2025-05-15')).toBe(125)
    expect([earned(expired, 'RESERVE', '2025-05-16'), earned(expired, 'ADMIN', '2025-05-16')]).toEqual([
      248.27, 26.15,
    ])
  })
})

describe('other amounts, other terms', () => {
  test('an edit counts from its day on, and the markup moves the other way', () => {
    const edited = events({ kind: 'LedgerEdit', date: '2025-03-31', code: 'RESERVE', by: centsOf(-61.7) })
    expect(figures(edited, 'RESERVE', '2025-03-30')).toMatchObject({ amount: 1061.7, earned: 220.95 })
    expect(figures(edited, 'RESERVE', '2025-03-31')).toMatchObject({ amount: 1000, earned: 208.65 })
    expect(figures(edited, 'MARKUP', '2025-03-31')).toMatchObject({ amount: 1693.77, earned: 1693.77 })
  })

  test('a line that is deleted has earned nothing', () => {
    const deleted = events({ kind: 'LedgerDelete', date: '2025-03-31', code: 'ADMIN', by: centsOf(-125) })
    expect(figures(deleted, 'ADMIN', '2025-03-31')).toMatchObject({ amount: 0, earned: 0, unearned: 0 })
    expect(figures(deleted, 'MARKUP', '2025-03-31').amount).toBe(1757.07)
  })

  test('the tax is no line, and the markup does not pay for it', () => {
    const taxed = events({ kind: 'LedgerEdit', date: '2025-03-31', code: 'SALESTAX', by: centsOf(10) })
    expect(figures(taxed, 'MARKUP', '2025-04-01').amount).toBe(1632.07)
  })

  test('refinalized, the whole schedule is that of the new term, from its start', () => {
    const refinalized = events({
      kind: 'Refinalize',
      date: '2025-03-31',
      terms: { ...contract.terms, expirationDate: '2030-03-15' },
      lines: [line('RESERVE', 1200), line('MARKUP', 1795, 'IMMEDIATE')],
    })
    expect(earned(refinalized, 'RESERVE', '2025-03-30')).toBe(220.95)
    // 381 of 2191 days.
    expect(figures(refinalized, 'RESERVE', '2025-03-31')).toMatchObject({
      earned: 208.67,
      expirationDate: '2030-03-15',
    })
    expect(figures(refinalized, 'ADMIN', '2025-03-31')).toMatchObject({ amount: 0, earned: 0 })
    const retail = (date: string) =>
      earningsOn(buildTimeline(contract, refinalized), date).reduce((sum, { amount }) => sum + amount, 0)
    expect([retail('2025-03-30'), retail('2025-03-31')]).toEqual([299_500, 299_500])
  })
})

describe('readings of the odometer', () => {
  const byMiles: EarningContract = {
    terms: { ...contract.terms, annualMileage: 12_000 },
    lines: [line('RESERVE', 1000, 'MILES')],
  }
  const reading = (date: string, value: number, isCorrection = false) =>
    ({ kind: 'Odometer', date, value, isCorrection }) as const
  const on = (happened: readonly EarningEvent[], ...dates: string[]) =>
    dates.map((date) => earned(happened, 'RESERVE', date, byMiles))

  test('count from their day on; until then the expected ones do', () => {
    const read = events(reading('2025-03-15', 27_000), reading('2026-03-15', 34_500))
    expect(on(read, '2024-09-15', '2025-03-15', '2026-03-14', '2026-03-15', '2029-03-15')).toEqual([
      80, 200, 200, 300, 1000,
    ])
  })

  test('take nothing back, whatever they say', () => {
    const read = events(
      reading('2025-03-15', 13_000),
      reading('2025-09-15', 42_000),
      reading('2025-10-15', 40_000),
    )
    expect(on(read, '2025-03-14', '2025-03-15', '2025-09-14', '2025-09-15', '2025-10-15')).toEqual([
      159.52, 159.52, 159.52, 400, 400,
    ])
  })

  test('a correction replaces those before it', () => {
    const read = events(
      reading('2025-03-15', 82_000),
      reading('2025-04-15', 28_200, true),
      reading('2025-05-15', 29_700),
    )
    expect(on(read, '2025-03-15', '2025-04-15', '2025-05-15')).toEqual([933.33, 216, 236])
  })

  test('do not count while the clock stands', () => {
    const hold = { kind: 'Hold', date: '2025-03-15', holdId: 7, mode: 'Suspend', codes: 'all' } as const
    const read = events(hold, reading('2025-03-20', 42_000), {
      kind: 'Resolve',
      date: '2025-04-01',
      holdId: 7,
    })
    expect(on(read, '2025-03-15', '2025-03-31', '2025-04-01')).toEqual([160, 160, 400])
  })
})
