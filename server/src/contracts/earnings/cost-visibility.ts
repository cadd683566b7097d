import { MARKUP } from '../../domain/ledger/rows.ts'
import type { Cents } from '../../domain/money.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import type { EarnedLine } from './post-earnings.ts'

/** A line, or several as one. */
type Shown = Omit<EarnedLine, 'accountHolderId'>

/** Staff see every line. Who is limited sees what makes up dealer cost as one, the markup, and an agent its own. */
export function earnedLinesFor({ scopes }: Caller, lines: readonly EarnedLine[]): Shown[] {
  if (!isLimited({ scopes })) return [...lines]
  const own = scopes.filter(({ type }) => type === 'Agent').map(({ id }) => id)
  const cost = lines.filter(({ code }) => code !== MARKUP)
  const sum = (of: (line: Shown) => Cents) => cost.reduce((all, line) => all + of(line), 0) as Cents
  const whole = { code: 'DEALERCOST', before: sum(({ before }) => before), after: sum(({ after }) => after) }
  return [
    ...(cost.length > 0 ? [whole] : []),
    ...lines.filter(({ code }) => code === MARKUP),
    ...cost.filter(({ accountHolderId }) => own.includes(accountHolderId)),
  ]
}
