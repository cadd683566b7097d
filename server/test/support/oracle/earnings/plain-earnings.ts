import type { NewContractEvent } from '../../../../src/contracts/record/events.ts'
import { recordEvents } from '../../../../src/contracts/record/events.ts'
import type { ContractRow } from '../../../../src/contracts/record/rows.ts'
import { type Db, run, type Tx } from '../../../../src/db/database.ts'
import { inTransaction } from '../../../../src/db/transaction.ts'
import { addDays, addMonths } from '../../../../src/domain/dates.ts'
import type { EarningContract, EarningEvent, EarningTerms } from '../../../../src/domain/earning/events.ts'
import type { Cents } from '../../../../src/domain/money.ts'
import type { Chance } from '../../hostile/chance.ts'
import { EarningBook } from './earning-book.ts'
import { insertPlainContract } from './plain-contract.ts'
import { randomEarnings } from './random-earnings.ts'

// Contracts in force with every earning method, inserted as rows, with the earnings that the pure function posts.

export interface DrawnContract {
  readonly id: number
  readonly book: EarningBook
  readonly finalizeDate: string
}

const writing = { now: new Date('2024-03-15T15:00:00Z'), caller: { name: 'test' } }

/** Draws and inserts contracts. This percentage of them has events. */
export function drawContracts(
  db: Db,
  chance: Chance,
  count: number,
  eventfulPercent: number,
): Promise<DrawnContract[]> {
  return inTransaction(db, async (tx) => {
    const [people] = await run<{ dealer: number; customer: number }>(
      tx,
      'select (select min(id) from dealer) as dealer, (select min(id) from customer) as customer',
      [],
    )
    const drawn: DrawnContract[] = []
    for (let at = 0; at < count; at += 1) {
      const { contract, history } = randomEarnings(chance)
      const finalizeDate = history[0]?.on ?? contract.terms.effectiveDate
      const large = chance.is(3) ? inBillions(contract) : contract
      const id = await write(tx, large, finalizeDate, {
        ...{ number: `DRAWN-${at}`, dealer_id: people?.dealer ?? 0, customer_id: people?.customer ?? 0 },
      })
      const events = chance.is(eventfulPercent) ? happenings(chance, finalizeDate) : []
      await recordEvents(tx, writing, id, events)
      const book = new EarningBook(large)
      book.know({ kind: 'Contract', id: 0, date: finalizeDate }, ...events.map(eventOf))
      drawn.push({ id, book, finalizeDate })
    }
    return drawn
  })
}

/** More than a bigint can multiply. */
const inBillions = (contract: EarningContract): EarningContract => ({
  ...contract,
  lines: contract.lines.map((line) => ({ ...line, amount: (line.amount * 4_000_000_007) as Cents })),
})

const LINES = `insert into contract_line (contract_id, code, disbursement_id, label, account_holder_id, amount, is_internal,
    in_dealer_cost, pay_when, earning_method, earning_curve, cancel_rule, sequence)
  select $1, code, position, code, $2, amount, code in ('RESERVE', 'ADMIN'), code <> 'MARKUP', 'WhenFunded', method, curve,
    'Proportional', position
  from unnest($3::text[], $4::bigint[], $5::text[], $6::jsonb[]) with ordinality
    as given (code, amount, method, curve, position)`

async function write(
  tx: Tx,
  { terms, lines }: EarningContract,
  finalizeDate: string,
  about: { number: string; dealer_id: number; customer_id: number },
): Promise<number> {
  const id = await insertPlainContract(tx, {
    ...about,
    ...{ status: 'Active', finalize_date: finalizeDate, finalized_at: writing.now },
    effective_date: terms.effectiveDate,
    expiration_date: terms.expirationDate,
    effective_odometer: terms.effectiveOdometer,
    expiration_odometer: terms.expirationOdometer,
    inputs: { query: { annualMileage: terms.annualMileage } } as unknown as ContractRow['inputs'],
    item: { vehicle: { warranties: warrantiesOf(terms) } } as unknown as ContractRow['item'],
  })
  await run(tx, LINES, [
    ...[id, about.dealer_id],
    lines.map(({ code }) => code),
    lines.map(({ amount }) => amount),
    lines.map(({ methodCode }) => methodCode),
    lines.map(({ curve }) => curve && JSON.stringify(curve)),
  ])
  return id
}

const warrantiesOf = ({ effectiveDate, warrantyMonths }: EarningTerms) =>
  warrantyMonths === null ? [] : [{ type: 'Basic', endDate: addMonths(effectiveDate, warrantyMonths) }]

/** Odometer readings and a resolved hold. */
function happenings(chance: Chance, from: string): NewContractEvent[] {
  const readings = chance.times(chance.between(1, 3), (at): NewContractEvent => {
    const details = { value: chance.between(0, 120_000), isCorrection: chance.is(20) }
    return { kind: 'Odometer', date: addDays(from, chance.below(600)), subjectId: at + 1, details }
  })
  if (chance.is(50)) return readings
  const held = addDays(from, chance.below(400))
  const codes = chance.is(50) ? null : ['RESERVE', 'AGENT']
  return [
    ...readings,
    { kind: 'Hold', date: held, subjectId: 77, details: { mode: 'Freeze', codes } },
    {
      ...{ kind: 'Resolve', date: addDays(held, chance.below(90)), subjectId: 77 },
      details: { resolveId: 78, extendsDays: 0 },
    },
  ]
}

function eventOf(one: NewContractEvent, at: number): EarningEvent {
  const known = { id: at + 1, date: one.date }
  if (one.kind === 'Odometer') return { ...known, kind: 'Odometer', ...one.details }
  if (one.kind === 'Resolve') return { ...known, kind: 'Resolve', holdId: one.subjectId }
  if (one.kind !== 'Hold') throw new Error(`${one.kind} is not drawn.`)
  const { mode, codes } = one.details
  return { ...known, kind: 'Hold', holdId: one.subjectId, mode, codes: codes ?? 'all' }
}
