import { describe, expect, test } from 'vitest'
import { isAway } from './away.ts'
import { asOneServer, isWorkerAway } from './cluster-errors.ts'

const told = (code: string, message: string, more: object = {}) =>
  asOneServer(Object.assign(new Error(message), { code, ...more }))

describe('a violation on a worker is told as on one server', () => {
  test.each([
    [
      '23505',
      'duplicate key value violates unique constraint "contract_number_key_102031"',
      '23505',
      'contract_number_key',
    ],
    [
      'XX000',
      'duplicate key value violates unique constraint "contract_number_102031"',
      '23505',
      'contract_number',
    ],
    [
      'XX000',
      'insert or update on table "a_102031" violates foreign key constraint "a_b_fkey_102031"',
      '23503',
      'a_b_fkey',
    ],
    [
      'XX000',
      'new row for relation "a_102031" violates check constraint "a_check1_102031"',
      '23514',
      'a_check1',
    ],
  ])('%s %s', (code, message, plainCode, constraint) => {
    expect(told(code, message)).toMatchObject({ code: plainCode, constraint })
  })

  test('one server has told it well already', () => {
    const message = 'duplicate key value violates unique constraint "series_2"'
    expect(told('23505', message, { constraint: 'series_2' })).toMatchObject({ constraint: 'series_2' })
  })
})

describe('a worker that cannot be reached is a database that is away', () => {
  test.each([
    ['XX000', 'failure on connection marked as essential: localhost:5802'],
    [
      'XX000',
      'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
    ],
    ['XX000', 'could not send data to server: Broken pipe'],
    ['XX000', 'no connection to the server'],
    ['58030', 'failed to COPY to shard 102128 on 127.0.0.1:5802'],
    ['XX000', 'postmaster was shut down, exiting'],
    [
      '08006',
      'connection to the remote node bulwark@localhost:5802 failed with the following error: refused',
    ],
  ])('%s %s', (code, message) => {
    const error = told(code, message)
    expect([isWorkerAway(error), isAway(error)]).toEqual([true, true])
  })

  test('other failures are not', () => {
    expect(isWorkerAway(told('XX000', 'cache lookup failed for type 5'))).toBe(false)
    expect(isWorkerAway(told('08006', 'the connection was closed'))).toBe(false)
    expect(isWorkerAway(told('58030', 'could not read block 5 in file "base/5/2619"'))).toBe(false)
    expect(isWorkerAway('connection to the remote node failed')).toBe(false)
  })
})
