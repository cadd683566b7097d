import { expect, test } from 'vitest'
import { faultsOf, isDate } from './run-parameters.ts'

test.each([
  [{}, []],
  [{ asOfDate: '2024-02-29' }, []],
  [{ asOfDate: '2023-02-29' }, ['asOfDate']],
  [{ asOfDate: 20240229 }, ['asOfDate']],
  [{ asOfDate: null, other: 1 }, ['asOfDate', 'other']],
])('the parameters %j have faults in %j', (parameters, names) => {
  expect(Object.keys(faultsOf(parameters, { asOfDate: isDate }))).toEqual(names)
})

test('a process without parameters says so', () => {
  expect(faultsOf({ asOfDate: '2024-02-29' }, {})).toEqual({
    asOfDate: 'There is no such parameter. Known: none.',
  })
})
