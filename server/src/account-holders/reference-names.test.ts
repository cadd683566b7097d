import { expect, test } from 'vitest'
import { namedFor } from './reference-names.ts'

const named = (type: string, id = 7) => ({ type, id, number: 'N7', name: 'Seven' })
const limitedTo = (...types: string[]) => ({ scopes: types.map((type) => ({ type, id: 7 })) })

test.each([
  ['staff', limitedTo(), named('Agent'), 'Seven'],
  ['a dealer, of its contract’s insurer', limitedTo('Dealer'), named('Insurer'), 'Seven'],
  ['a dealer, of its agent', limitedTo('Dealer'), named('Agent'), null],
  ['a dealer, of its group', limitedTo('Dealer'), named('DealerGroup'), null],
  [
    'a dealer, of an account that gets a part of its cost',
    limitedTo('Dealer'),
    named('DisbursementAccount'),
    null,
  ],
  ['a dealer, of a repair facility', limitedTo('Dealer'), named('RepairFacility'), 'Seven'],
  ['an agent, of itself', limitedTo('Agent'), named('Agent'), 'Seven'],
  ['an agent, of another', limitedTo('Agent'), named('Agent', 8), null],
  ['a lien holder, of the dealer', limitedTo('LienHolder'), named('Dealer', 8), 'Seven'],
  ['a repair facility, of the dealer of a claim', limitedTo('RepairFacility'), named('Dealer'), null],
  ['a repair facility, of the customer who is paid', limitedTo('RepairFacility'), named('Customer'), null],
  ['an inspection company, of itself', limitedTo('InspectionCompany'), named('InspectionCompany'), 'Seven'],
  [
    'a facility that is also a dealer, of that dealer',
    limitedTo('RepairFacility', 'Dealer'),
    named('Dealer'),
    'Seven',
  ],
  [
    'a facility that is also a dealer, of another',
    limitedTo('RepairFacility', 'Dealer'),
    named('Dealer', 8),
    null,
  ],
])('the name for %s', (_, caller, reference, name) => {
  expect(namedFor(caller, reference)).toEqual({ ...reference, name })
})
