import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../db/project-root.ts'
import { fileKinds } from './file-kinds.ts'
import { type FileShape, holderShape } from './file-shapes.ts'
import { entryValues } from './holder-values.ts'
import { anyNames } from './names.ts'
import type { Names } from './read-body.ts'
import { readHolderFiles } from './read-files.ts'

const read = (name: string, text: string) => readHolderFiles(new Map([[name, text]]))

/** What is wrong with a file in which each account holder is new. */
function faultsIn(name: string, text: string): string[] {
  const { entries, faults } = read(name, text)
  const all = [...faults, ...entries.flatMap((entry) => entryValues(entry, anyNames(), undefined).faults)]
  return all.map(({ file, line, reason }) => `${file}:${line}: ${reason}`)
}

/** Names stand for ids in the order in which they appear. */
function numbered(): Names & { readonly seen: string[] } {
  const seen: string[] = []
  return {
    seen,
    idOf: (type, name) => seen.push(`${type} ${name}`),
    customValue: (_, code, text) => ({ value: `${code} is ${text}` }),
  }
}

function valuesIn(name: string, text: string) {
  const { entries, faults } = read(name, text)
  expect(faults).toEqual([])
  const names = numbered()
  const all = entries.map((entry) => {
    const { values, faults: found } = entryValues(entry, names, undefined)
    expect(found).toEqual([])
    return { kind: entry.kind.type, line: entry.line, ...values }
  })
  return { all, seen: names.seen }
}

const ADDRESS = 'address.line1,address.city,address.state,address.zip'
const WACO = '1 Main Street,Waco,TX,76701'

describe('a CSV file', () => {
  test('has the kind that its name tells, parts in columns, and lists in one cell', () => {
    const text = `number,name,${ADDRESS},dealerGroupNumber,agents,franchiseMakes,laborRate,requireFundingToFinalize
D1,First,${WACO},G1,A1; A2,FORD;LINCOLN,145.50,true
D2,Second,${WACO},,,,,
`
    const { all, seen } = valuesIn('lists/dealers.csv', text)
    expect(all).toMatchObject([
      {
        kind: 'Dealer',
        line: 2,
        number: 'D1',
        address: { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701', country: 'US' },
        dealerGroupId: 1,
        agents: [
          { agentId: 2, role: 'Primary', commissionOverrides: null },
          { agentId: 3, role: 'Primary' },
        ],
        franchiseMakes: ['FORD', 'LINCOLN'],
        laborRate: 145.5,
        requireFundingToFinalize: true,
      },
      { number: 'D2', dealerGroupId: null, agents: [], laborRate: null, requireFundingToFinalize: null },
    ])
    expect(seen).toEqual(['DealerGroup G1', 'Agent A1', 'Agent A2'])
  })

  test('can have a column for the kind, numbered parts of lists, custom fields and payment methods', () => {
    const text = `kind,number,name,${ADDRESS},contacts.1.lastName,contacts.2.lastName,customFields.TIER,paymentMethods.1.type,paymentMethods.1.ach.routingNumber,paymentMethods.1.ach.accountNumber,paymentMethods.1.ach.holderName,paymentMethods.1.isDefault
agent,A1,Agency,${WACO},Lopez,Meyer,GOLD,,,,,
LienHolder,L1,Bank,${WACO},,,,ACH,111000025,000123456789,Bank,true
`
    const { all } = valuesIn('all.csv', text)
    expect(all).toMatchObject([
      {
        kind: 'Agent',
        contacts: [{ lastName: 'Lopez' }, { lastName: 'Meyer' }],
        customFields: [{ code: 'TIER', value: 'TIER is GOLD' }],
      },
      {
        kind: 'LienHolder',
        paymentMethods: [
          {
            ...{ type: 'ACH', isDefault: true },
            ach: { routingNumber: '111000025', accountNumber: '000123456789', secCode: 'CCD' },
          },
        ],
      },
    ])
  })

  const cases: [string, string, string, string[]][] = [
    [
      'a file that does not tell its kind',
      'partners.csv',
      'number,name\nD1,First\n',
      ['partners.csv:1: The file does not say which kind'],
    ],
    [
      'unknown columns once, and every fault of every line',
      'dealers.csv',
      `number,name,${ADDRESS},dealerGroupId,address.planet,laborRate,email
D1,First,${WACO},7,Mars,12.345,x
D1,,1 Main Street,Waco,Texas,76701,7,Mars,cheap,
D3,Third,${WACO},7
`,
      [
        'dealers.csv:1: Unknown column "dealerGroupId"',
        'dealers.csv:1: Unknown column "address.planet"',
        'dealers.csv:4: The line has 7 cells; the header has 10.',
        'dealers.csv:3: The dealer D1 is already on line 2.',
        'dealers.csv:2: email: Must be an email address.',
        'dealers.csv:2: laborRate: At most two decimals.',
        'dealers.csv:3: laborRate: "cheap" is not a number.',
      ],
    ],
    [
      'what is missing and of the wrong form',
      'dealers.csv',
      `number,address.line1,address.city,address.state,address.zip,status\nD1,1 Main Street,Waco,Texas,76701,Open\n`,
      [
        'dealers.csv:2: name: A value is required.',
        'dealers.csv:2: status: ',
        'dealers.csv:2: address.state: Must be two capital letters.',
      ],
    ],
    [
      'a kind that files cannot have, a number that is missing, and a stray space',
      'all.csv',
      `kind,number,name\nCustomer,C-1,Ann\nDealer,,Ann\nDealer,D1, Ann\n`,
      [
        'all.csv:2: kind: "Customer" is not one of AdminCompany, Agent, Dealer',
        'all.csv:3: The field number is missing.',
        'all.csv:4: name: " Ann" has a space before or after it.',
      ],
    ],
  ]
  test.each(cases)('%s is refused', (_, name, text, expected) => {
    const found = faultsIn(name, text)
    for (const reason of expected) expect(found).toContainEqual(expect.stringContaining(reason))
  })
})

describe('a YAML file', () => {
  test('has a list for each kind, and null removes a value', () => {
    const text = `
dealers:
  - number: D1
    name: First
    address: { line1: 1 Main Street, city: Waco, state: TX, zip: "76701" }
    phone: null
    agents: [A1, { agentNumber: A2, role: Secondary }]
    notes: |
      Two
      lines
repairfacilities:
  - number: RF1
    name: Shop
    address: { line1: 1 Main Street, city: Waco, state: TX, zip: 76701 }
    dealerNumbers: [D1]
`
    const { all, seen } = valuesIn('holders.yaml', text)
    expect(all).toMatchObject([
      {
        ...{ kind: 'Dealer', line: 3, phone: null, notes: 'Two\nlines' },
        agents: [{ agentId: 1 }, { agentId: 2, role: 'Secondary' }],
      },
      { kind: 'RepairFacility', dealerIds: [3], address: { zip: '76701' } },
    ])
    expect(seen).toEqual(['Agent A1', 'Agent A2', 'Dealer D1'])
  })

  test('every fault has its line', () => {
    const text = `
customers: []
dealers:
  - number: D1
    name: First
    address:
      line1: 1 Main Street
      city: Waco
      state: TX
    agents:
      - role: Primary
    colour: red
  - name: No number
agents: A1
`
    expect(faultsIn('holders.yaml', text)).toEqual([
      expect.stringContaining(
        'holders.yaml:2: Unknown list "customers". Known lists: adminCompanies, agents,',
      ),
      'holders.yaml:13: The field number is missing.',
      'holders.yaml:14: agents: This must be a list.',
      expect.stringContaining('holders.yaml:12: Unknown field "colour". Known fields: number, name,'),
      'holders.yaml:6: address.zip: A value is required.',
      'holders.yaml:11: agents.1.agentNumber: A value is required.',
    ])
  })

  test('a fault in a part names the part and its line', () => {
    const text = `
dealers:
  - number: D1
    name: First
    address: { line1: 1 Main Street, city: Waco, state: TX }
    agents:
      - role: Primary
      - { agentNumber: A1, role: Third }
`
    expect(faultsIn('holders.yaml', text)).toEqual([
      'holders.yaml:5: address.zip: A value is required.',
      'holders.yaml:7: agents.1.agentNumber: A value is required.',
      expect.stringContaining('holders.yaml:8: agents.2.role: '),
    ])
  })

  test('a file that is not a file of account holders', () => {
    expect(faultsIn('holders.yaml', '- number: D1\n')).toEqual([
      'holders.yaml:1: Write a list for each kind, such as "dealers:".',
    ])
    expect(faultsIn('holders.yaml', 'dealers: [}\n')).toEqual([
      expect.stringContaining('holders.yaml:1: The YAML cannot be read'),
    ])
  })
})

/** All names that a file may use in a shape. */
const namesIn = (shape: FileShape): string[] => {
  if (shape.kind === 'list') return namesIn(shape.item)
  return shape.kind === 'object'
    ? [...shape.parts].flatMap(([name, part]) => [name, ...namesIn(part.shape)])
    : []
}

test.each(fileKinds.map((kind) => [kind.type, kind] as const))(
  'no field of a file of %s is an id',
  (_, kind) => {
    expect(namesIn(holderShape(kind)).filter((name) => /Ids?$/.test(name) || name === 'id')).toEqual([
      'taxId',
    ])
  },
)

test('the files to start from are valid', () => {
  const folder = join(projectRoot, 'books', 'starter', 'holders')
  for (const name of ['holders.yaml', 'dealers.csv'])
    expect(faultsIn(name, readFileSync(join(folder, name), 'utf8'))).toEqual([])
})
