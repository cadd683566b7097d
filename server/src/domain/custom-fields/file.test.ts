import { describe, expect, test } from 'vitest'
import { checkDefinitions } from './file.ts'

const least = { code: 'CRMID', name: 'CRM id', dataType: 'Text', appliesTo: 'Dealer' }
const list = { ...least, dataType: 'List', options: ['A', 'B'] }
const required = { ...least, appliesTo: 'Contract', isRequired: true, requiredAt: 'Pending' }

const faultsOf = (file: unknown) => {
  const checked = checkDefinitions(file)
  return 'faults' in checked ? checked.faults.map(({ place, reason }) => `${place} ${reason}`) : []
}
const definitionsOf = (file: unknown) => {
  const checked = checkDefinitions(file)
  return 'definitions' in checked ? checked.definitions : checked.faults
}

describe('a valid file', () => {
  test('gets its defaults', () => {
    expect(definitionsOf([least])).toEqual([
      {
        ...least,
        productId: null,
        isRequired: false,
        requiredAt: null,
        maxLength: null,
        options: null,
        criteria: null,
        displayOrder: 1,
      },
    ])
  })

  test('may be empty', () => {
    expect(definitionsOf([])).toEqual([])
  })

  test('has every property of a field, with null for those not set', () => {
    const whole = {
      ...required,
      productId: 7,
      maxLength: 50,
      options: null,
      criteria: 'deal.type == "Loan"',
      displayOrder: 40,
    }
    expect(definitionsOf([whole])).toEqual([whole])
    expect(definitionsOf([{ ...least, displayOrder: null }])).toMatchObject([{ displayOrder: 1 }])
  })

  test('keeps the order of the fields of each record type and product', () => {
    const orders = definitionsOf([
      { ...least, code: 'A' },
      { ...least, code: 'B', appliesTo: 'Agent' },
      { ...least, code: 'C' },
      { ...least, code: 'D', appliesTo: 'Contract', productId: 1 },
      { ...least, code: 'E', appliesTo: 'Contract' },
      { ...least, code: 'F', appliesTo: 'Contract', productId: 1 },
    ]).map((field) => ('displayOrder' in field ? field.displayOrder : field))
    expect(orders).toEqual([1, 1, 2, 1, 1, 2])
  })

  test('may reuse a code for another record type or product', () => {
    const codes = [
      least,
      { ...least, appliesTo: 'Agent' },
      { ...least, appliesTo: 'Contract' },
      { ...least, appliesTo: 'Contract', productId: 1 },
      { ...least, appliesTo: 'Contract', productId: 2 },
    ]
    expect(faultsOf(codes)).toEqual([])
  })
})

describe('an invalid file', () => {
  test.each([[{}], [null], ['[]'], [7]])('must be a list: %j', (file) => {
    expect(faultsOf(file)).toEqual([' The file must be a JSON list of custom fields.'])
  })

  const faulty: [object | null | string, string][] = [
    [null, '/0 Must be an object'],
    ['CRMID', '/0 Must be an object'],
    [[least], '/0 Must be an object'],
    [{ ...least, code: undefined }, '/0/code This member is required.'],
    [{ ...least, name: null }, '/0/name This member is required.'],
    [{ ...least, code: '1A' }, '/0/code Must start with a letter'],
    [{ ...least, code: 'A B' }, '/0/code Must start with a letter'],
    [{ ...least, code: 'A'.repeat(41) }, '/0/code Must start with a letter'],
    [{ ...least, code: 5 }, '/0/code Must start with a letter'],
    [{ ...least, name: ' ' }, '/0/name Must be a text of 1 to 200'],
    [{ ...least, name: 'x'.repeat(201) }, '/0/name Must be a text of 1 to 200'],
    [{ ...least, name: 'a\u0000b' }, '/0/name Must be a text of 1 to 200'],
    [{ ...least, name: 'a\ud800b' }, '/0/name Must be a text of 1 to 200'],
    [{ ...least, dataType: 'text' }, '/0/dataType Must be one of Text, Number, Money, Date, Bool, List.'],
    [{ ...least, appliesTo: 'Insurer' }, '/0/appliesTo Must be one of Contract, Claim, Dealer'],
    [{ ...least, isRequired: 'yes' }, '/0/isRequired Must be true or false.'],
    [{ ...least, maxLength: 0 }, '/0/maxLength Must be a whole number from 1 to 4000.'],
    [{ ...least, maxLength: 4_001 }, '/0/maxLength Must be a whole number from 1 to 4000.'],
    [{ ...least, maxLength: 1.5 }, '/0/maxLength Must be a whole number from 1 to 4000.'],
    [{ ...least, dataType: 'Date', maxLength: 5 }, '/0/maxLength Only a Text field can have'],
    [{ ...least, displayOrder: -1 }, '/0/displayOrder Must be a whole number, 0 or more.'],
    [{ ...list, options: undefined }, '/0/options A List field requires'],
    [{ ...list, options: [] }, '/0/options Must be a list of 1 to 200 different texts'],
    [{ ...list, options: ['A', 'A'] }, '/0/options Must be a list of 1 to 200 different texts'],
    [{ ...list, options: ['A', 1] }, '/0/options Must be a list of 1 to 200 different texts'],
    [{ ...least, options: ['A'] }, '/0/options Only a List field can have options.'],
    [{ ...least, productId: 1 }, '/0/productId Only a Contract or Claim field'],
    [{ ...required, productId: '1' }, '/0/productId Must be the id of a product.'],
    [{ ...least, criteria: 'true' }, '/0/criteria Only a Contract or Claim field'],
    [{ ...required, criteria: '' }, '/0/criteria Must be an expression on one line.'],
    [{ ...required, requiredAt: 'Sale' }, '/0/requiredAt Must be one of Quote, Pending, Finalize.'],
    [{ ...required, requiredAt: null }, '/0/requiredAt A required Contract field needs requiredAt'],
    [{ ...required, isRequired: false }, '/0/requiredAt Only a required Contract field'],
    [{ ...required, appliesTo: 'Claim' }, '/0/requiredAt Only a required Contract field'],
    [{ ...least, 'a/b': 1 }, '/0/a~1b Unknown member. The members are code, name,'],
  ]
  test.each(faulty)('%j: %s', (item, fault) => {
    const faults = faultsOf([item])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  test('reports every fault at once', () => {
    expect(
      faultsOf([least, { appliesTo: 'Dealer', colour: 'red', dataType: 'Blob', maxLength: 'x' }, 5]).map(
        (fault) => fault.split(' ')[0],
      ),
    ).toEqual(['/1/colour', '/1/code', '/1/name', '/1/dataType', '/1/maxLength', '/2'])
  })

  test('defines a field twice, in any letter case', () => {
    expect(faultsOf([{ ...least, code: 'X' }, least, { ...least, code: 'crmId' }])).toEqual([
      '/2/code The field at /1 already has this code.',
    ])
  })
})
