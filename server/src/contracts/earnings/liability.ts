import { cents, json, storedObject } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { isCoveredOn } from '../../domain/claims/in-force.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type Cents, ZERO } from '../../domain/money.ts'
import { COVERAGE_FACTS, type CoverageFacts, coverageTerms } from '../record/coverage-terms.ts'
import { limitsOfLiability } from '../record/limits.ts'
import type { ContractRow } from '../record/rows.ts'
import type { EarningDetailsModel } from './models.ts'

/** What the claims of a contract use of its limit, and what decides whether it covers a loss. */
export interface LiabilityFacts {
  readonly used: Cents
  readonly coverage: CoverageFacts
}

/** What claims have been paid, are about to be paid and may still ask for, for losses up to a day. */
const FIND = statement(
  { used: cents, coverage: json(storedObject<CoverageFacts>()) },
  `select (coalesce((select sum(m.authorized_amount) from claim m where m.contract_id = $1 and m.loss_date <= $2), 0)
     + coalesce((select sum(p.amount) from claim_payment_request p join claim m on m.id = p.claim_id
       where m.contract_id = $1 and m.loss_date <= $2 and p.status in ('Paid', 'Requested', 'InProcess')), 0))::bigint as used,
   jsonb_build_object(${COVERAGE_FACTS}) as coverage`,
)

export async function loadLiabilityFacts(
  db: Db,
  contractId: number,
  day: CalendarDate,
): Promise<LiabilityFacts> {
  const found = await FIND.first(db, [contractId, day])
  if (!found) throw new Error(`The claims of contract ${contractId} could not be added up.`)
  return found
}

/** What claims for losses on a day could still cost. On a day without coverage, that is nothing. */
export function liabilityOn(
  row: ContractRow,
  { used, coverage }: LiabilityFacts,
  day: CalendarDate,
): EarningDetailsModel['liability'] {
  const { limits, usedAggregate, remainingAggregate } = limitsOfLiability(row, used)
  const limit = limits.find(({ scope }) => scope === 'Aggregate')?.amount ?? null
  const isInForce = isCoveredOn(coverageTerms(row, coverage), day)
  return { isInForce, limit, used: usedAggregate, remaining: isInForce ? remainingAggregate : ZERO }
}
