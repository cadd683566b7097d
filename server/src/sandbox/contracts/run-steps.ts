import { autoVoidContract, expireContract } from '../../contracts/changes/auto-end.ts'
import { changeContract } from '../../contracts/changes/change-contract.ts'
import { finalizeContract } from '../../contracts/changes/finalize-contract.ts'
import { refinalizeContract } from '../../contracts/changes/refinalize-contract.ts'
import { rerateContract } from '../../contracts/changes/rerate-contract.ts'
import { RerateInput } from '../../contracts/changes/rerate-input.ts'
import { transferContract } from '../../contracts/changes/transfer-contract.ts'
import { holdContract } from '../../contracts/holds/hold-contract.ts'
import { resolveHold } from '../../contracts/holds/resolve-hold.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import { ContractInput, ContractPersonInput } from '../../contracts/record/input.ts'
import { ContractPatch } from '../../contracts/record/patch.ts'
import { createContract } from '../../contracts/sale/create-contract.ts'
import { loadSaleRate } from '../../contracts/sale/sale-rate.ts'
import { run, type Tx } from '../../db/database.ts'
import type { Tenant } from '../../db/tenants.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { RatedRate } from '../../domain/rating/results.ts'
import type { Acting } from '../../http/caller.ts'
import { runInTurn } from './in-turn.ts'
import type { SeedPerson } from './people.ts'
import { type CancelProgress, runCancelStep } from './run-cancel-steps.ts'
import { codesIn, saleBody } from './sale-body.ts'
import type { ScheduledStep } from './schedule.ts'
import { seedCaller, seedIsAlone, withoutAnswers } from './services.ts'
import type { SeedSale, SeedStep } from './steps.ts'

interface ContractSeeding {
  readonly services: ContractServices
  readonly tenant: Tenant
  readonly by: string
  readonly steps: readonly ScheduledStep[]
}

/** What the steps of all contracts share, and what each has come to. */
interface SeedProgress extends CancelProgress {
  /** For the changes whose answer is not used. */
  readonly unanswered: ContractServices
  readonly book: Book
  readonly reasons: ReadonlyMap<string, number>
  readonly ids: Map<number, number>
  /** The holds of a contract that are open, the oldest first. */
  readonly holds: Map<number, number[]>
}

/**
 * The contracts of the sandbox, made as any are: by the use cases, each on its day. Steps of all contracts are run in
 * the order of their dates, so that ids, numbers and books are in order as well. The next ones are prepared while one
 * is written.
 */
export async function seedContracts(tx: Tx, { services, tenant, by, steps }: ContractSeeding): Promise<void> {
  const caller = seedCaller(tx, tenant, by)
  const live = await services.books.findLive(caller)
  if (!live) throw new Error('The sandbox has no rate book.')
  const reasons = await run<{ id: number; code: string }>(
    tx,
    'select id, code from reference_value where list = $1',
    ['ContractHoldReason'],
  )
  const world: SeedProgress = {
    ...{ tx, services },
    unanswered: withoutAnswers(services),
    book: live.book,
    reasons: new Map(reasons.map(({ id, code }) => [code, id])),
    ids: new Map(),
    holds: new Map(),
    requests: new Map(),
    cancels: new Map(),
  }
  const names = namesInSales(steps)
  await runInTurn(
    tx,
    steps.map(({ contract, step, at }) => ({
      changes: [...(names.get(contract) ?? []), ...(step.do === 'transfer' ? [personName(step.to)] : [])],
      run: (own) =>
        take({ ...world, tx: own }, { caller, now: at, today: step.on }, contract, step).catch(
          (error: unknown) => {
            throw new Error(`The sandbox cannot ${step.do} its contract ${contract} on ${step.on}.`, {
              cause: error,
            })
          },
        ),
    })),
    seedIsAlone,
  )
}

/** What the steps of each contract may change: the contracts of its deal, and the customer, who may have other deals. */
function namesInSales(steps: readonly ScheduledStep[]): ReadonlyMap<number, readonly string[]> {
  return new Map(
    steps.flatMap(({ contract, step }) =>
      step.do === 'sell'
        ? [[contract, [`deal ${step.sale.deal.serial}`, personName(step.sale.deal.buyer)]] as const]
        : [],
    ),
  )
}

/** Two people of different names are never taken for the same customer. */
const personName = ({ firstName, lastName, companyName }: SeedPerson) =>
  `person ${[firstName, lastName, companyName].join(' ').toLowerCase()}`

async function take(world: SeedProgress, acting: Acting, contract: number, step: SeedStep): Promise<unknown> {
  const { tx, services, unanswered } = world
  if (step.do === 'sell') {
    const { id } = await sell(world, acting, step.sale)
    return world.ids.set(contract, id)
  }
  const id = world.ids.get(contract) ?? 0
  switch (step.do) {
    case 'finalize':
      return finalizeContract(tx, unanswered, acting, id, { note: step.note })
    case 'change':
      return changeContract(tx, unanswered, acting, id, ContractPatch.parse(step.patch) as ContractPatch)
    case 'rerate':
      return rerate(world, acting, id, step)
    case 'refinalize':
      return refinalizeContract(tx, unanswered, acting, id, step.note)
    case 'hold':
      return hold(world, acting, id, step)
    case 'resolve': {
      const { resolution, note } = step
      const holdId = world.holds.get(id)?.shift() ?? 0
      return resolveHold(tx, services, acting, { contractId: id, holdId }, { resolution, note })
    }
    case 'transfer':
      return transferContract(tx, services, acting, id, {
        newOwner: ContractPersonInput.parse(step.to),
        transferDate: acting.today,
        odometer: step.odometer,
        feePaidBy: step.paidBy,
        documentIds: [],
      })
    case 'expire':
      return expireContract(tx, acting, id, acting.today)
    case 'autoVoid':
      return autoVoidContract(tx, unanswered, acting, id, acting.today)
    case 'askCancel':
    case 'actOnRequest':
    case 'cancel':
    case 'confirmRefund':
    case 'reinstate':
      return runCancelStep(world, acting, id, step)
    default:
      return step satisfies never
  }
}

/** At a price near the suggested one, as far as the rate allows it. */
async function sell({ tx, unanswered, book }: SeedProgress, acting: Acting, sale: SeedSale) {
  const body = ContractInput.parse(saleBody(book, sale))
  // The price is not among the inputs of the rate.
  const rated = await loadSaleRate(unanswered, acting, body)
  const priced = { ...body, retailPrice: amountOf(priceOf(rated.rate, sale)) }
  return createContract(tx, unanswered, acting, priced, rated)
}

function priceOf({ suggested, minimum, maximum }: RatedRate, { choice }: SeedSale): Cents {
  const wanted = Math.max(minimum, suggested + choice.over * 100)
  return Math.min(wanted, maximum ?? wanted) as Cents
}

function rerate(
  { tx, unanswered, book }: SeedProgress,
  acting: Acting,
  id: number,
  { deductible, reason }: Extract<SeedStep, { do: 'rerate' }>,
) {
  const deductibleId = codesIn(book, 'VSC1').deductible(deductible)
  const asked = RerateInput.parse({ deductibleId, applyChange: true, reason })
  return rerateContract(tx, unanswered, acting, id, asked)
}

async function hold(
  { tx, services, reasons, holds }: SeedProgress,
  acting: Acting,
  id: number,
  { reason, note, codes }: Extract<SeedStep, { do: 'hold' }>,
): Promise<void> {
  const holdReasonId = reasons.get(reason) ?? 0
  const { id: holdId } = await holdContract(tx, services, acting, id, {
    ...{ holdReasonId, note },
    ...(codes ? { disbursementCodes: codes } : {}),
  })
  holds.set(id, [...(holds.get(id) ?? []), holdId])
}
