import { describe, expect, test } from 'vitest'
import { catalogue, eventTypes } from './catalogue.ts'
import { dataSchema, eventFault, eventSchema } from './schemas.ts'
import { chosenTypes } from './type-filter.ts'

describe('the catalogue', () => {
  test('every type names its record by id and says what happened', () => {
    for (const type of eventTypes) {
      expect(type).toMatch(/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/)
      expect(catalogue[type].subject, type).toMatch(/^[a-z-]+\/\{\w+\}$/)
      expect(catalogue[type].description, type).toMatch(/^[A-Z].*\.$/)
      if (catalogue[type].subject.endsWith('{id}'))
        expect(Object.keys(catalogue[type].data)[0], type).toBe('id')
    }
  })

  test('no type has a place for what events must not say', () => {
    for (const type of eventTypes)
      for (const name of Object.keys(catalogue[type].data))
        expect(name, type).not.toMatch(/account(?!Holder)|routing|tax|birth|ssn|ein|secret|password|cost/i)
  })

  test('a schema requires every field, and null where a field may have no value', () => {
    expect(dataSchema('contract.cancelled')).toEqual({
      type: 'object',
      required: ['id', 'number', 'status', 'cancelId', 'netRefund'],
      properties: {
        id: { type: 'integer' },
        number: { type: ['string', 'null'] },
        status: { type: 'string' },
        cancelId: { type: 'integer' },
        netRefund: { type: 'number', multipleOf: 0.01 },
      },
    })
    expect(eventSchema('run.started')).toMatchObject({ properties: { type: { const: 'run.started' } } })
  })
})

describe('an event', () => {
  const event = (changes: object) => ({
    ...{ type: 'contract.cancelled', subject: 'contracts/7' },
    data: { id: 7, number: 'C-7', status: 'Cancelled', cancelId: 2, netRefund: 12.34 },
    ...changes,
  })
  test.each([
    [{}, undefined],
    [{ type: 'contract.forgotten' }, 'There is no type contract.forgotten.'],
    [{ subject: 'claims/7' }, 'The subject of contract.cancelled must be contracts/{id}, not claims/7.'],
    [{ subject: 'contracts/' }, 'The subject of contract.cancelled must be contracts/{id}, not contracts/.'],
    [{ data: { ...event({}).data, taxId: '1' } }, 'contract.cancelled has undeclared data: taxId.'],
    [
      { data: { ...event({}).data, netRefund: 1.001 } },
      'contract.cancelled has wrong data: netRefund 1.001.',
    ],
    [{ data: { ...event({}).data, number: null } }, undefined],
    [{ data: { id: 7, number: 'C-7', status: 'x', netRefund: 1 } }, /wrong data: cancelId undefined/],
  ])('%j is judged', (changes, fault) => {
    const found = eventFault(event(changes))
    if (fault instanceof RegExp) expect(found).toMatch(fault)
    else expect(found).toBe(fault)
  })
})

test.each([
  [['run.started'], ['run.started'], []],
  [['ledger.*', 'ledger.created'], ['ledger.created', 'ledger.edited', 'ledger.voided'], []],
  [['Contract.created', 'x.*', '*', 'run', 'run.'], [], ['Contract.created', 'x.*', '*', 'run', 'run.']],
  [[], [], []],
])('%j stands for %j', (names, types, unknown) => {
  expect(chosenTypes(names)).toEqual({ types, unknown })
})
