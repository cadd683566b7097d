import { charactersIn } from './invalid.ts'
import type { Arithmetic, Relation } from './nodes.ts'

// Operators and functions on known values. Undefined is unknown: what CEL calls an error.

export type Type = 'bool' | 'int' | 'double' | 'string' | 'list' | 'any'
export type Apply = (left: unknown, right: unknown) => unknown

type Comparison = Exclude<Relation, 'in'>

/** Comparisons of two values whose types were checked at compile time, so that each cast is safe. */
export const compareTyped: Readonly<Record<Comparison, Apply>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => (left as number) < (right as number),
  '<=': (left, right) => (left as number) <= (right as number),
  '>': (left, right) => (left as number) > (right as number),
  '>=': (left, right) => (left as number) >= (right as number),
}

const isObject = (value: unknown) => typeof value === 'object'

/** Values of different types are not equal and have no order. Objects and lists are not compared. */
function comparedAny(operator: Comparison): Apply {
  const compare = compareTyped[operator]
  const different = operator === '==' ? false : operator === '!=' ? true : undefined
  return (left, right) => {
    if (isObject(left) && isObject(right)) return undefined
    return typeof left === typeof right ? compare(left, right) : different
  }
}

export const compareAny: Readonly<Record<Comparison, Apply>> = {
  '==': comparedAny('=='),
  '!=': comparedAny('!='),
  '<': comparedAny('<'),
  '<=': comparedAny('<='),
  '>': comparedAny('>'),
  '>=': comparedAny('>='),
}

/** Whether a list has the value, or an object a field of that name. */
export function isMember(value: unknown, holder: unknown): boolean | undefined {
  if (Array.isArray(holder)) return !isObject(value) && holder.includes(value)
  if (typeof holder !== 'object' || holder === null) return undefined
  return typeof value === 'string' && Object.hasOwn(holder, value)
}

const whole = (value: number) => (Number.isSafeInteger(value) ? value : undefined)
const finite = (value: number) => (Number.isFinite(value) ? value : undefined)
type Calculation = (left: number, right: number) => number

const calculations: Readonly<Record<Arithmetic, Calculation>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
}

/** Whole numbers stay whole: a quotient drops its fraction. A result of 2^53 or more is unknown. */
export function calculateWhole(operator: Arithmetic): Apply {
  const calculate = calculations[operator]
  // Both are numbers: their types were checked at compile time.
  return (left, right) => whole(Math.trunc(calculate(left as number, right as number)))
}

/** Division by zero and overflow are unknown. */
export function calculateDouble(operator: Arithmetic): Apply {
  const calculate = calculations[operator]
  return (left, right) => finite(calculate(left as number, right as number))
}

// Both are texts, as above.
export const joinTexts: Apply = (left, right) => (left as string) + (right as string)

/** For types that are not known at compile time: numbers are doubles, texts can be joined. */
export function calculateAny(operator: Arithmetic): Apply {
  const calculate = calculations[operator]
  return (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return finite(calculate(left, right))
    return operator === '+' && typeof left === 'string' && typeof right === 'string'
      ? left + right
      : undefined
  }
}

export const negated = (value: unknown) => (typeof value === 'number' ? -value : undefined)

/** A function of the language: how it is called, the types it takes, and what it returns. */
interface Callable {
  readonly forms: readonly ('method' | 'function')[]
  readonly takes: readonly (readonly Type[])[]
  readonly gives: Type
  apply(value: unknown, other: unknown): unknown
}

function textTest(test: (text: string, part: string) => boolean): Callable {
  return {
    forms: ['method'],
    takes: [['string'], ['string']],
    gives: 'bool',
    apply: (text, part) =>
      typeof text === 'string' && typeof part === 'string' ? test(text, part) : undefined,
  }
}

function conversion(
  gives: Type,
  takes: readonly Type[],
  apply: (value: string | number | boolean) => unknown,
): Callable {
  return {
    forms: ['function'],
    takes: [takes],
    gives,
    apply: (value) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? apply(value)
        : undefined,
  }
}

const WHOLE = /^[+-]?\d{1,16}$/
const DECIMAL = /^[+-]?(?:\d{1,400}(?:\.\d{1,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,4})?$/

function toWhole(value: string | number | boolean): number | undefined {
  if (typeof value === 'number') return whole(Math.trunc(value))
  return typeof value === 'string' && WHOLE.test(value) ? whole(Number(value)) : undefined
}

function toDouble(value: string | number | boolean): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && DECIMAL.test(value) ? finite(Number(value)) : undefined
}

/** Characters of a text, items of a list, fields of an object. */
function measureSize(value: unknown): number | undefined {
  if (typeof value === 'string') return charactersIn(value)
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}

/** All but has(), which is about a field and not its value. */
export const functions: ReadonlyMap<string, Callable> = new Map([
  ['startsWith', textTest((text, part) => text.startsWith(part))],
  ['endsWith', textTest((text, part) => text.endsWith(part))],
  ['contains', textTest((text, part) => text.includes(part))],
  ['size', { forms: ['method', 'function'], takes: [['string', 'list']], gives: 'int', apply: measureSize }],
  ['int', conversion('int', ['int', 'double', 'string'], toWhole)],
  ['double', conversion('double', ['int', 'double', 'string'], toDouble)],
  ['string', conversion('string', ['string', 'int', 'double', 'bool'], String)],
])
