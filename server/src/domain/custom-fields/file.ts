import {
  type CustomFieldDefinition,
  customFieldDataTypes,
  customFieldOwnerTypes,
  requiredAtSteps,
  TEXT_AT_MOST,
} from './custom-fields.ts'

// Checks a file of definitions: a JSON list with one item for each field. The format is described in
// docs/custom-fields.md.

/** A fault in the file. */
interface DefinitionFault {
  /** A JSON pointer into the file. */
  readonly place: string
  readonly reason: string
}

export type CheckedFile =
  | { readonly definitions: readonly CustomFieldDefinition[] }
  | { readonly faults: readonly DefinitionFault[] }

/** The definitions of a file with their defaults, or all faults. */
export function checkDefinitions(file: unknown): CheckedFile {
  if (!Array.isArray(file))
    return { faults: [{ place: '', reason: 'The file must be a JSON list of custom fields.' }] }
  const faults = file.flatMap((item, at) => itemFaults(item, `/${at}`))
  if (faults.length > 0) return { faults }
  const definitions = file.map((item: Item, at) => definitionFromItem(item, positionInFile(file, at)))
  const duplicates = duplicateFaults(definitions)
  return duplicates.length > 0 ? { faults: duplicates } : { definitions }
}

type Name = keyof CustomFieldDefinition
type Item = Readonly<Partial<Record<Name, unknown>>>

interface Member {
  readonly isRequired?: true
  isValid(value: unknown): boolean
  readonly reason: string
}

const oneOf = (values: readonly string[]) => ({
  isValid: (value: unknown) => values.some((candidate) => candidate === value),
  reason: `Must be one of ${values.join(', ')}.`,
})

/** A text on one line that the database can store. */
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

/** The rule for each member. Null is treated as absent. */
const members: Readonly<Record<Name, Member>> = {
  code: {
    isRequired: true,
    isValid: (value) => typeof value === 'string' && /^[A-Za-z][\w-]{0,39}$/.test(value),
    reason: 'Must start with a letter and have only letters, digits, - and _, at most 40 characters.',
  },
  name: {
    isRequired: true,
    isValid: (value) => isText(value, 200),
    reason: 'Must be a text of 1 to 200 characters.',
  },
  dataType: { isRequired: true, ...oneOf(customFieldDataTypes) },
  appliesTo: { isRequired: true, ...oneOf(customFieldOwnerTypes) },
  productId: {
    isValid: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER),
    reason: 'Must be the id of a product.',
  },
  isRequired: { isValid: (value) => typeof value === 'boolean', reason: 'Must be true or false.' },
  requiredAt: oneOf(requiredAtSteps),
  maxLength: {
    isValid: (value) => isWhole(value, 1, TEXT_AT_MOST),
    reason: `Must be a whole number from 1 to ${TEXT_AT_MOST}.`,
  },
  options: {
    isValid: isOptions,
    reason: 'Must be a list of 1 to 200 different texts of at most 100 characters each.',
  },
  criteria: { isValid: (value) => isText(value, 2_000), reason: 'Must be an expression on one line.' },
  displayOrder: {
    isValid: (value) => isWhole(value, 0, 1_000_000),
    reason: 'Must be a whole number, 0 or more.',
  },
}

const isPresent = (item: Item, name: Name) => item[name] !== undefined && item[name] !== null
const isContractOrClaim = ({ appliesTo }: Item) => appliesTo === 'Contract' || appliesTo === 'Claim'
const isRequiredContractField = ({ appliesTo, isRequired }: Item) =>
  appliesTo === 'Contract' && isRequired === true

/** A rule between two members. The fault is reported at `at`. */
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
    isBroken: (item) => item.dataType === 'List' && !isPresent(item, 'options'),
    reason: 'A List field requires options.',
  },
  {
    at: 'options',
    by: 'dataType',
    isBroken: (item) => item.dataType !== 'List' && isPresent(item, 'options'),
    reason: 'Only a List field can have options.',
  },
  {
    at: 'maxLength',
    by: 'dataType',
    isBroken: (item) => item.dataType !== 'Text' && isPresent(item, 'maxLength'),
    reason: 'Only a Text field can have a maxLength.',
  },
  {
    at: 'productId',
    by: 'appliesTo',
    isBroken: (item) => isPresent(item, 'productId') && !isContractOrClaim(item),
    reason: 'Only a Contract or Claim field can be limited to a product.',
  },
  {
    at: 'criteria',
    by: 'appliesTo',
    isBroken: (item) => isPresent(item, 'criteria') && !isContractOrClaim(item),
    reason: 'Only a Contract or Claim field can have criteria.',
  },
  {
    at: 'requiredAt',
    by: 'appliesTo',
    isBroken: (item) => isPresent(item, 'requiredAt') && !isRequiredContractField(item),
    reason: 'Only a required Contract field can have requiredAt.',
  },
  {
    at: 'requiredAt',
    by: 'appliesTo',
    isBroken: (item) => isRequiredContractField(item) && !isPresent(item, 'requiredAt'),
    reason: 'A required Contract field needs requiredAt: the step of the sale at which it is required.',
  },
]

function itemFaults(item: unknown, place: string): DefinitionFault[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return [{ place, reason: 'Must be an object that defines one field.' }]
  const definition: Item = item
  const wrong = wrongMembers(definition)
  // A rule is not checked if one of its members is already wrong.
  const broken = rules.filter(
    ({ at, by, isBroken }) => !wrong.has(at) && !wrong.has(by) && isBroken(definition),
  )
  return [
    ...unknownNames(definition).map((name) => ({
      place: `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      reason: `Unknown member. The members are ${Object.keys(members).join(', ')}.`,
    })),
    ...[...wrong].map(([name, reason]) => ({ place: `${place}/${name}`, reason })),
    ...broken.map(({ at, reason }) => ({ place: `${place}/${at}`, reason })),
  ]
}

const unknownNames = (item: Item) => Object.keys(item).filter((name) => !Object.hasOwn(members, name))

/** The members that are wrong on their own, with the reasons. */
function wrongMembers(item: Item): Map<string, string> {
  const wrong = new Map<string, string>()
  for (const [name, { isRequired, isValid, reason }] of Object.entries(members)) {
    // Object.entries does not know that the names are those of the type.
    const value = item[name as Name] ?? undefined
    if (value === undefined && isRequired) wrong.set(name, 'This member is required.')
    if (value !== undefined && !isValid(value)) wrong.set(name, reason)
  }
  return wrong
}

/** The definition of a checked item, with defaults. */
const definitionFromItem = (item: Item, displayOrder: number): CustomFieldDefinition =>
  // Each member has been checked.
  ({
    productId: null,
    isRequired: false,
    requiredAt: null,
    maxLength: null,
    options: null,
    criteria: null,
    displayOrder,
    ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
  }) as unknown as CustomFieldDefinition

/** A field keeps its identity by record type, product and code when a file is applied. */
export const definitionKey = ({
  appliesTo,
  productId,
  code,
}: Pick<CustomFieldDefinition, 'appliesTo' | 'productId' | 'code'>) =>
  `${appliesTo} ${productId ?? ''} ${code.toLowerCase()}`

/** The default display order: the position among the fields of the same record type and product, from 1. */
function positionInFile(file: readonly Item[], index: number): number {
  const { appliesTo, productId } = file[index] ?? {}
  const isSameGroup = (other: Item) =>
    other.appliesTo === appliesTo && (other.productId ?? null) === (productId ?? null)
  return file.slice(0, index + 1).filter(isSameGroup).length
}

function duplicateFaults(definitions: readonly CustomFieldDefinition[]): DefinitionFault[] {
  const keys = definitions.map(definitionKey)
  return keys.flatMap((key, at) => {
    const first = keys.indexOf(key)
    return first === at
      ? []
      : [{ place: `/${at}/code`, reason: `The field at /${first} already has this code.` }]
  })
}
