import { type Criterion, type CriterionGroup, methods, signs } from './groups.ts'
import { CriteriaRefused } from './invalid.ts'
import { type Node, ranks } from './nodes.ts'
import { parseCriteria } from './parse.ts'
import { checkLength } from './reader.ts'
import { fieldText, scalarText } from './text.ts'

/** The part of a group's text that a criterion has become, with its JSON pointer into the group. */
export interface CriterionPlace {
  readonly pointer: string
  readonly start: number
  readonly end: number
}

interface Writer {
  text: string
  readonly places: CriterionPlace[]
}

/** The members of a group: criteria first, then groups. */
interface Member {
  readonly rank: number
  write(writer: Writer): void
}

/**
 * The text of a group, from which the same group can be read again. To give each group a text of its own, Between is
 * written with its lower end first, and a group with one member gets `&& true` or `|| false`.
 */
export function groupText(group: CriterionGroup): {
  readonly text: string
  readonly places: readonly CriterionPlace[]
} {
  const writer: Writer = { text: '', places: [] }
  const [only] = group.criteria
  const isLeaf = group.operator === 'And' && group.criteria.length === 1 && group.groups.length === 0
  if (only && isLeaf) memberOfCriterion(only, '/criteria/0').write(writer)
  else memberOfGroup(group, '').write(writer)
  return writer
}

function memberOfGroup(group: CriterionGroup, pointer: string): Member {
  const { operator, criteria, groups } = group
  const members = [
    ...criteria.map((criterion, at) => memberOfCriterion(criterion, `${pointer}/criteria/${at}`)),
    ...groups.map((inner, at) => memberOfGroup(inner, `${pointer}/groups/${at}`)),
  ]
  if (operator === 'Or') return joinMembers(members, 'or')
  if (operator === 'And') return joinMembers(members, 'and')
  const [only] = members
  const isPlain = members.length === 1 && !isMistakable(group)
  const inner = only && isPlain ? only : joinMembers(members, 'and')
  return { rank: ranks.not, write: (writer) => writeWithin(writer, '!', inner, ranks.not) }
}

/** A Not of one of these would be read as NotIn, as IsNotSet, or as a Not of what the inner group has. */
const isMistakable = ({ criteria: [criterion], groups: [group] }: CriterionGroup) =>
  criterion ? criterion.operator === 'In' || criterion.operator === 'IsSet' : group?.operator === 'And'

function joinMembers(members: readonly Member[], kind: 'and' | 'or'): Member {
  const [sign, neutral] = kind === 'and' ? [' && ', 'true'] : [' || ', 'false']
  return {
    rank: ranks[kind],
    write(writer) {
      for (const [at, member] of members.entries())
        writeWithin(writer, at === 0 ? '' : sign, member, ranks[kind] + 1)
      if (members.length < 2) writer.text += `${members.length === 0 ? '' : sign}${neutral}`
    },
  }
}

/** With parentheses where the operator around it binds more tightly. */
function writeWithin(writer: Writer, before: string, member: Member, rank: number): void {
  const isLoose = member.rank < rank
  writer.text += isLoose ? `${before}(` : before
  member.write(writer)
  if (isLoose) writer.text += ')'
}

function memberOfCriterion(criterion: Criterion, pointer: string): Member {
  const { rank, text } = criterionText(criterion)
  return {
    rank,
    write(writer) {
      const start = writer.text.length
      // A text that is too long already is not extended.
      checkLength(writer.text)
      writer.text += text(fieldSpelling(criterion.field, { pointer, start }))
      writer.places.push({ pointer, start, end: writer.text.length })
    },
  }
}

/** The name is parsed as a field before it is written, so that it cannot bring in other code. */
function fieldSpelling(field: string, { pointer, start }: { pointer: string; start: number }): string {
  const node = fieldNode(field)
  if (node?.kind === 'field') return fieldText(node.steps)
  const message = `There is no field ${field}.`
  const position = { start, end: start + field.length }
  throw new CriteriaRefused({ message, position, expected: 'a field, such as vehicle.age', pointer })
}

function fieldNode(field: string): Node | undefined {
  try {
    return parseCriteria(field)
  } catch (error) {
    if (error instanceof CriteriaRefused) return undefined
    throw error
  }
}

interface Spelling {
  readonly rank: number
  text(field: string): string
}

function criterionText({ operator, value = '', values = [] }: Criterion): Spelling {
  const [low = '', high = ''] = values.map(scalarText)
  const list = `[${values.map(scalarText).join(', ')}]`
  switch (operator) {
    case 'In':
      return { rank: ranks.relation, text: (field) => `${field} in ${list}` }
    case 'NotIn':
      return { rank: ranks.not, text: (field) => `!(${field} in ${list})` }
    case 'Between':
      return { rank: ranks.and, text: (field) => `${low} <= ${field} && ${field} <= ${high}` }
    case 'IsSet':
      return { rank: ranks.call, text: (field) => `has(${field})` }
    case 'IsNotSet':
      return { rank: ranks.not, text: (field) => `!has(${field})` }
    case 'StartsWith':
    case 'EndsWith':
    case 'Contains':
      return { rank: ranks.call, text: (field) => `${field}.${methods[operator]}(${scalarText(value)})` }
    default:
      return { rank: ranks.relation, text: (field) => `${field} ${signs[operator]} ${scalarText(value)}` }
  }
}
