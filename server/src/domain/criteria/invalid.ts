/** A part of the text, in characters from 0; the end is exclusive. */
export interface Position {
  readonly start: number
  readonly end: number
}

/** The number of characters of a text up to an offset. Some characters are two code units. */
export function charactersIn(text: string, to = text.length): number {
  let count = to
  for (let at = 1; at < to; at += 1)
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count -= 1
  return count
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** The limits that a text can exceed. */
type CriteriaLimit = 'length' | 'depth' | 'macro' | 'regex'

/** Why a text is not a valid rule: what is wrong, where, and what was expected there. */
export interface CriteriaFault {
  readonly message: string
  readonly position: Position
  readonly expected: string
  readonly limit?: CriteriaLimit
  /** For a rule given as a group: its text, and a JSON pointer to the criterion at fault. */
  readonly text?: string
  readonly pointer?: string
}

/**
 * Thrown where the fault is found, many calls deep, and caught where the rule is compiled. It is not an Error: a stack
 * trace costs more than reading the rule and would never be seen.
 */
export class CriteriaRefused {
  readonly fault: CriteriaFault

  constructor(fault: CriteriaFault) {
    this.fault = fault
  }
}

export function refuseCriteria(
  { start, end }: Position,
  expected: string,
  message: string,
  limit?: CriteriaLimit,
): CriteriaRefused {
  return new CriteriaRefused({ message, position: { start, end }, expected, ...(limit ? { limit } : {}) })
}
