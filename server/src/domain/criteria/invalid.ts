/** A part of the text, in characters from 0; the end is not in it. */
export interface Position {
  readonly start: number
  readonly end: number
}

/** How many characters a text has up to a place, of which some are two of its units. */
export function charactersIn(text: string, to = text.length): number {
  let count = to
  for (let at = 1; at < to; at += 1)
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count -= 1
  return count
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** The bounds that a text can go beyond. */
export type CriteriaLimit = 'length' | 'depth' | 'macro' | 'regex'

/** Why a text is no criteria rule: what is wrong, where, and what would be right there. */
export interface CriteriaFault {
  readonly message: string
  readonly position: Position
  readonly expected: string
  readonly limit?: CriteriaLimit
  /** Of a rule that came as a group: the text that it stands for, and a JSON pointer to the criterion at fault. */
  readonly text?: string
  readonly pointer?: string
}

/**
 * Thrown where the fault is found, many calls deep, and caught where the rule is compiled; it goes no further. It is no
 * Error: the stack of one costs more than reading the rule, and nobody would see it.
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
