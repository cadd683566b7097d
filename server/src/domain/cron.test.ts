import { describe, expect, test } from 'vitest'
import { cronFault, readCron } from './cron.ts'

function read(text: string) {
  const cron = readCron(text)
  if ('faults' in cron) throw new Error(cron.faults.join(' '))
  return cron
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('readCron', () => {
  test.each([
    ['*', numbers(0, 59)],
    ['7', [7]],
    ['07', [7]],
    ['0-3', [0, 1, 2, 3]],
    ['*/20', [0, 20, 40]],
    ['10-30/10', [10, 20, 30]],
    ['10-29/10', [10, 20]],
    ['40,5,5,1-2', [1, 2, 5, 40]],
    ['*,3', numbers(0, 59)],
  ])('reads the minute %s', (text, minutes) => {
    expect(read(`${text} * * * *`).minutes).toEqual(minutes)
  })

  test.each([
    ['* JAN', [1]],
    ['* jan-mar', [1, 2, 3]],
    ['* 2,Dec', [2, 12]],
    ['* JAN-DEC/6', [1, 7]],
  ])('reads the months of %s', (text, months) => {
    expect([...read(`0 0 ${text} *`).months]).toEqual(months)
  })

  test.each([
    ['0', [0]],
    ['7', [0]],
    ['SUN', [0]],
    ['MON-FRI', [1, 2, 3, 4, 5]],
    ['5-7', [5, 6, 0]],
    ['FRI-SUN', [5, 6, 0]],
    ['0-7', numbers(0, 6)],
    ['*', numbers(0, 6)],
    ['*/2', [0, 2, 4, 6]],
    ['sat,1', [1, 6]],
  ])('reads the days of the week %s', (text, days) => {
    expect([...read(`0 0 * * ${text}`).daysOfWeek]).toEqual(days)
  })

  test.each([
    ['1 * MON', true],
    ['1 * *', false],
    ['* * MON', false],
    ['* * *', false],
    // As usual, a field that begins with * does not restrict the days by itself.
    ['*/2 * MON', false],
  ])('days of %s: one of both kinds is enough: %s', (text, isEitherDay) => {
    expect(read(`0 0 ${text}`).isEitherDay).toBe(isEitherDay)
  })

  test('ignores spaces around and between the fields', () => {
    expect(read('  30   2\t* * *  ')).toEqual(read('30 2 * * *'))
  })
})

describe('cronFault', () => {
  const fiveFields =
    'A schedule has five fields (minute, hour, day of the month, month, day of the week), for example 30 2 * * *'
  test.each([
    ['0 24 * * *', 'The hour must be from 0 to 23: 24'],
    ['60 * * * *', 'The minute must be from 0 to 59: 60'],
    ['0 0 0 * *', 'The day of the month must be from 1 to 31: 0'],
    ['0 0 * 13 *', 'The month must be from 1 to 12, or from JAN to DEC: 13'],
    ['0 0 * May-June *', 'The month must be from 1 to 12, or from JAN to DEC: June'],
    ['0 0 * * 8', 'The day of the week must be from 0 to 7, or from SUN to SAT: 8'],
    ['0 0 * * MONDAY', 'The day of the week must be from 0 to 7, or from SUN to SAT: MONDAY'],
    ['-1 * * * *', 'The minute must be from 0 to 59: -1'],
    ['1.5 * * * *', 'The minute must be from 0 to 59: 1.5'],
    ['1-2-3 * * * *', 'The minute must be from 0 to 59: 1-2-3'],
    ['1- * * * *', 'The minute must be from 0 to 59: 1-'],
    ['0 5-2 * * *', 'A range of the hour must begin with its lower value: 5-2'],
    ['0 0 * * SAT-MON', 'A range of the day of the week must begin with its lower value: SAT-MON'],
    ['*/0 * * * *', 'The step of the minute must be from 1 to 59: */0'],
    ['*/90 * * * *', 'The step of the minute must be from 1 to 59: */90'],
    ['*/x * * * *', 'The step of the minute must be from 1 to 59: */x'],
    ['5/10 * * * *', 'A step of the minute needs * or a range before it: 5/10'],
    ['1,,2 * * * *', 'The minute must be *, a value, a range such as 0-4, or a list: '],
    ['*/ * * * *', 'The minute must be *, a value, a range such as 0-4, or a list: */'],
    ['*/2/3 * * * *', 'The minute must be *, a value, a range such as 0-4, or a list: */2/3'],
    ['0 0 L * *', 'The day of the month must be from 1 to 31: L'],
    ['0 0 * * MON#1', 'The day of the week must be from 0 to 7, or from SUN to SAT: MON#1'],
    ['@daily', `${fiveFields}: @daily`],
    ['0 0 * *', `${fiveFields}: 0 0 * *`],
    ['0 0 0 1 1 *', `${fiveFields}: 0 0 0 1 1 *`],
    [' ', `${fiveFields}: `],
    ['61 25 * * 9', faultsOfThree()],
  ])('%s: %s', (text, fault) => {
    expect(cronFault(text)).toBe(`${fault}.`)
  })

  function faultsOfThree() {
    return [
      'The minute must be from 0 to 59: 61',
      'The hour must be from 0 to 23: 25',
      'The day of the week must be from 0 to 7, or from SUN to SAT: 9',
    ].join('. ')
  }

  test('a date that no year has is no fault: the schedule never runs', () => {
    expect(cronFault('0 0 31 2 *')).toBeUndefined()
  })
})
