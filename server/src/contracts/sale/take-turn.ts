import { lockNumberSeries } from '../../account-holders/number-series.ts'
import { HOLDER_IDS, type NewCustomer } from '../../account-holders/save-holders.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { type TakenNumbers, takeAllNumbers } from '../../db/take-numbers.ts'
import { together } from '../../db/together.ts'
import { takeLaneAhead } from '../../db/write-record.ts'
import type { LedgerPlan } from '../../domain/ledger/plan.ts'
import type { Caller } from '../../http/caller.ts'
import { numbersOfPlan } from '../../ledger/apply-plan.ts'
import { type AccountingDates, accountingDatesInTurn, MONTHS } from '../../ledger/periods.ts'
import type { ContractInput } from '../record/input.ts'
import { CONTRACT_IDS, type NewContract } from '../record/rows.ts'
import { isNextTaken, refuseDuplicate, refuseTaken, takeNextNumber, takeNumber } from './contract-number.ts'
import { refuseRelated } from './related-contracts.ts'
import type { SaleRate } from './sale-rate.ts'

/** A sale that is about to be written. */
interface NewSale {
  readonly sale: SaleRate
  /** Who is made with the contract. */
  readonly customer: NewCustomer | undefined
  readonly plan: LedgerPlan
  readonly sold: Pick<NewContract, 'vin' | 'identifier' | 'product_type_code'>
}

interface SaleTurn {
  readonly number: string | null
  readonly customerNumber: string | undefined
  readonly postingDates: AccountingDates | undefined
  /** The ids of what is written. */
  readonly taken: TakenNumbers
}

/**
 * Other sales wait from here on. Takes the numbers and the accounting dates. What is checked here must see every sale before
 * this one, so it is asked after the locks. The audit lane is taken too: then the sale waits only once while others wait for it.
 */
export async function takeTurn(
  tx: Tx,
  caller: Caller,
  body: ContractInput,
  sold: NewSale,
): Promise<SaleTurn> {
  const { sale, customer, plan, sold: item } = sold
  const { vin, identifier, product_type_code: type } = item
  const isQuote = body.status === 'Quote'
  const requested = body.contractNumber
  const wanted = { ...(customer ? { [HOLDER_IDS]: 1 } : {}), [CONTRACT_IDS]: 1, ...numbersOfPlan(plan) }
  const twin = { vin, productTypeCode: type, id: null }
  // All of it is sent at once, and each statement sees what those before it have locked: others wait for every answer.
  const [[ofCustomer, , ofContract], taken, [, , isTaken, postingDates, isCustomerTaken]] = await runAll([
    together(tx, (own) =>
      runAll([
        customer?.takeNumber(own),
        lockNumberSeries(own, 'contracts'),
        isQuote ? null : (requested ?? takeNextNumber(own, type)),
      ]),
    ),
    takeAllNumbers(tx, wanted, isQuote ? {} : { turn: MONTHS }),
    together(tx, (own) =>
      runAll([
        isQuote ? undefined : refuseDuplicate(own, caller, twin, body.allowDuplicate ?? false),
        isQuote ? undefined : refuseRelated(own, caller, sale, { vin, identifier, id: null }),
        isQuote ? false : requested === undefined ? isNextTaken(own, type) : refuseTaken(own, requested),
        isQuote ? undefined : accountingDatesInTurn(own),
        customer?.isLastTaken(own),
        takeLaneAhead(own),
      ]),
    ),
  ])
  return {
    number: isTaken ? await takeNumber(tx, type, undefined) : ofContract,
    customerNumber: customer && isCustomerTaken ? await takeFreeNumber(tx, customer) : ofCustomer,
    ...{ postingDates, taken },
  }
}

async function takeFreeNumber(tx: Tx, customer: NewCustomer): Promise<string> {
  for (;;) {
    const number = await customer.takeNumber(tx)
    if (!(await customer.isLastTaken(tx))) return number
  }
}
