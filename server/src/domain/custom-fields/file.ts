import {
  type CustomFieldDefinition,
  customFieldDataTypes,
  customFieldOwnerTypes,
  requiredAtSteps,
  TEXT_AT_MOST,
} from './custom-fields.ts'

// The check of a file of definitions: a JSON list, each item one field. docs/custom-fields.md says how it looks.

/** What is wrong, and where: a JSON pointer into the file. */
export interface FileFault {
  readonly place: string
  readonly reason: string
}

export type CheckedFile =
  | { readonly definitions: readonly CustomFieldDefinition[] }
  | { readonly faults: readonly FileFault[] }

/** The definitions of a file with their defaults filled in, or every fault in it. */
export function checkDefinitions(file: unknown): CheckedFile {
  if (!Array.isArray(file))
    return { faults: [{ place: '', reason: 'The file is a JSON list of custom fields.' }] }
  const faults = file.flatMap((item, at) => itemFaults(item, `/${at}`))
  if (faults.length > 0) return { faults }
  const definitions = file.map((item: Item, at) => definitionOf(item, placeAmong(file, at)))
  const twice = repeatedFaults(definitions)
  return twice.length > 0 ? { faults: twice } : { definitions }
}

type Name = keyof CustomFieldDefinition
type Item = Readonly<Partial<Record<Name, unknown>>>

interface Member {
  readonly mustBeThere?: true
  fits(value: unknown): boolean
  readonly reason: string
}

const oneOf = (values: readonly string[]) => ({
  fits: (value: unknown) => values.some((one) => one === value),
  reason: `It is one of ${values.join(', ')}.`,
})

/** A text that can be stored and stands on one line. */
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  [...value].length <= most &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value)

const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

const isOptions = (value: unknown) =>
  Array.isArray(value) &&
  isWhole(value.length, 1, 200) &&
  value.every((option) => isText(option, 100)) &&
  new Set(value).size === value.length

/** Each member by itself. One that is null is as good as absent. */
const members: Readonly<Record<Name, Member>> = {
  code: {
    mustBeThere: true,
    fits: (value) => typeof value === 'string' && /^[A-Za-z][\w-]{0,39}$/.test(value),
    reason: 'It begins with a letter and has letters, digits, - and _ only, at most 40.',
  },
  name: {
    mustBeThere: true,
    fits: (value) => isText(value, 200),
    reason: 'It is a text of 1 to 200 characters.',
  },
  dataType: { mustBeThere: true, ...oneOf(customFieldDataTypes) },
  appliesTo: { mustBeThere: true, ...oneOf(customFieldOwnerTypes) },
  productId: {
    fits: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER),
    reason: 'It is the id of a product.',
  },
  isRequired: { fits: (value) => typeof value === 'boolean', reason: 'It is true or false.' },
  requiredAt: oneOf(requiredAtSteps),
  maxLength: {
    fits: (value) => isWhole(value, 1, TEXT_AT_MOST),
    reason: `It is a whole number from 1 to ${TEXT_AT_MOST}.`,
  },
  options: { fits: isOptions, reason: 'It is a list of 1 to 200 different texts of at most 100 characters.' },
  criteria: { fits: (value) => isText(value, 2_000), reason: 'It is an expression on one line.' },
  displayOrder: { fits: (value) => isWhole(value, 0, 1_000_000), reason: 'It is a whole number from 0.' },
}

const isThere = (item: Item, name: Name) => item[name] !== undefined && item[name] !== null
const isOfSale = ({ appliesTo }: Item) => appliesTo === 'Contract' || appliesTo === 'Claim'
const isAskedFor = ({ appliesTo, isRequired }: Item) => appliesTo === 'Contract' && isRequired === true

/** What has to be so between two members, told at the one that has to change. */
interface Rule {
  readonly at: Name
  readonly by: Name
  isBroken(item: Item): boolean
  readonly reason: string
}

const rules: readonly Rule[] = [
  {
    at: 'options',
    by: 'dataType',
    isBroken: (item) => item.dataType === 'List' && !isThere(item, 'options'),
    reason: 'A List needs the options it can be.',
  },
  {
    at: 'options',
    by: 'dataType',
    isBroken: (item) => item.dataType !== 'List' && isThere(item, 'options'),
    reason: 'Only a List has options.',
  },
  {
    at: 'maxLength',
    by: 'dataType',
    isBroken: (item) => item.dataType !== 'Text' && isThere(item, 'maxLength'),
    reason: 'Only a Text has a greatest length.',
  },
  {
    at: 'productId',
    by: 'appliesTo',
    isBroken: (item) => isThere(item, 'productId') && !isOfSale(item),
    reason: 'Only a field of a Contract or a Claim can be that of one product.',
  },
  {
    at: 'criteria',
    by: 'appliesTo',
    isBroken: (item) => isThere(item, 'criteria') && !isOfSale(item),
    reason: 'Only a field of a Contract or a Claim can depend on an expression.',
  },
  {
    at: 'requiredAt',
    by: 'appliesTo',
    isBroken: (item) => isThere(item, 'requiredAt') && !isAskedFor(item),
    reason: 'It says when a required field of a Contract is asked for, and nothing else has it.',
  },
  {
    at: 'requiredAt',
    by: 'appliesTo',
    isBroken: (item) => isAskedFor(item) && !isThere(item, 'requiredAt'),
    reason: 'A required field of a Contract says when it is asked for.',
  },
]

function itemFaults(item: unknown, place: string): FileFault[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return [{ place, reason: 'It is an object that defines one field.' }]
  const given: Item = item
  const wrong = wrongMembers(given)
  // A rule about a member that is wrong by itself says nothing new.
  const broken = rules.filter(({ at, by, isBroken }) => !wrong.has(at) && !wrong.has(by) && isBroken(given))
  return [
    ...unknownNames(given).map((name) => ({
      place: `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      reason: `It is not known here; known are ${Object.keys(members).join(', ')}.`,
    })),
    ...[...wrong].map(([name, reason]) => ({ place: `${place}/${name}`, reason })),
    ...broken.map(({ at, reason }) => ({ place: `${place}/${at}`, reason })),
  ]
}

const unknownNames = (item: Item) => Object.keys(item).filter((name) => !Object.hasOwn(members, name))

/** Why members are wrong by themselves. */
function wrongMembers(item: Item): Map<string, string> {
  const wrong = new Map<string, string>()
  for (const [name, { mustBeThere, fits, reason }] of Object.entries(members)) {
    // The names of a record are those of its type.
    const value = item[name as Name] ?? undefined
    if (value === undefined && mustBeThere) wrong.set(name, 'It is missing.')
    if (value !== undefined && !fits(value)) wrong.set(name, reason)
  }
  return wrong
}

/** The definition that a checked item is, with what it leaves out. */
const definitionOf = (item: Item, place: number): CustomFieldDefinition =>
  // Each member was checked to be of its type, or absent.
  ({
    productId: null,
    isRequired: false,
    requiredAt: null,
    maxLength: null,
    options: null,
    criteria: null,
    displayOrder: place,
    ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
  }) as unknown as CustomFieldDefinition

/** What a field is found by again when the file is applied: its kind of record, its product and its code. */
export const definitionKey = ({
  appliesTo,
  productId,
  code,
}: Pick<CustomFieldDefinition, 'appliesTo' | 'productId' | 'code'>) =>
  `${appliesTo} ${productId ?? ''} ${code.toLowerCase()}`

/** Its place, from 1, among the fields of the same kind of record and product: the order where none is given. */
function placeAmong(file: readonly Item[], at: number): number {
  const { appliesTo, productId } = file[at] ?? {}
  const isBeside = (other: Item) =>
    other.appliesTo === appliesTo && (other.productId ?? null) === (productId ?? null)
  return file.slice(0, at + 1).filter(isBeside).length
}

function repeatedFaults(definitions: readonly CustomFieldDefinition[]): FileFault[] {
  const keys = definitions.map(definitionKey)
  return keys.flatMap((key, at) => {
    const first = keys.indexOf(key)
    return first === at
      ? []
      : [{ place: `/${at}/code`, reason: `The field at /${first} has this code already.` }]
  })
}
