import type { ContractServices } from '../contracts/record/change-state.ts'
import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { addDays } from '../domain/dates.ts'
import { seedContracts } from './contracts/run-steps.ts'
import { seedCaller, withoutAnswers } from './contracts/services.ts'
import { expireOld } from './expire-old.ts'
import { type LivingPlan, PAID_AFTER } from './living/plan.ts'
import { type CashPlan, seedCash } from './seed-cash.ts'
import { type ClaimPlan, seedClaims } from './seed-claims.ts'
import { keepPapers, loadClaimPapers, loadSigned, type PaperSeeding, savePapers } from './seed-papers.ts'
import { seedStatements } from './seed-statements.ts'

// The last twelve months, after the part of the seed that is the same everywhere: what has ended is expired, and dealers
// sold, cancelled, claimed and paid up to the day of the first start.

interface LivingSeeding extends PaperSeeding {
  readonly services: ContractServices
}

const LAST_CONTRACT = statement({ id: int }, 'select coalesce(max(id), 0)::bigint as id from contract')

export async function seedLiving(tx: Tx, seeding: LivingSeeding, plan: LivingPlan): Promise<void> {
  const { services, tenant, by } = seeding
  const afterContract = (await LAST_CONTRACT.first(tx, []))?.id ?? 0
  const caller = seedCaller(tx, tenant, by)
  await expireOld(
    tx,
    {
      services: withoutAnswers(services),
      acting: (today) => ({ caller, today, now: new Date(`${today}T13:00:00Z`) }),
    },
    plan.today,
  )
  await seedContracts(tx, { services, tenant, by, steps: plan.steps })
  // The disk is at work on these files while the database is at work on money and claims.
  const signed = keepPapers(seeding, await loadSigned(tx, afterContract))
  // Awaited below.
  signed.catch(() => undefined)
  await seedCash(tx, seeding, livingCash(plan, afterContract))
  await seedClaims(tx, seeding, livingClaims(plan, afterContract))
  const papers = await keepPapers(seeding, await loadClaimPapers(tx, afterContract))
  await savePapers(tx, by, [...(await signed), ...papers])
  await seedStatements(tx, seeding, { afterContract, months: plan.statementMonths })
}

/** Dealers of the known group remit each month, the others each quarter. A few are behind. */
function livingCash({ today, remitDays }: LivingPlan, afterContract: number): CashPlan {
  const isOfGroup = (number: string) => number >= 'D6041'
  return {
    ...{ afterContract, days: remitDays, series: 'Y' },
    remits: ({ number, place }, day) =>
      isOfGroup(number)
        ? day < remitDays.length - 1 || place % 2 === 0
        : place % 7 !== 6 && day % 3 === place % 3,
    special: ({ number, place }, count) =>
      isOfGroup(number) || count !== 1 || place > 2
        ? undefined
        : (['returned', 'more', 'half'] as const)[place],
    pays: (day) => day % 3 === 2,
    staged: {
      on: addDays(today, -PAID_AFTER),
      isOf: ({ place }) => place % 7 === 6,
      scheduledDate: addDays(today, 10),
      memo: 'What was left open',
    },
  }
}

const livingClaims = ({ today }: LivingPlan, afterContract: number): ClaimPlan => ({
  ...{ afterContract, every: 4, inForce: [addDays(today, -40), today] },
  ...{ lossAfter: [35, 150], lastLoss: addDays(today, -3), lastStep: addDays(today, -1) },
})
