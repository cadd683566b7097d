import { daysAddedByGap, loadContractEvents } from '../../contracts/earnings/facts.ts'
import { postReinstatementEarnings } from '../../contracts/earnings/post-earnings.ts'
import { loadHolds, reopenHolds } from '../../contracts/holds/rows.ts'
import { nextState, stateColumns } from '../../contracts/record/change-state.ts'
import { type ContractRow, updateContract } from '../../contracts/record/rows.ts'
import { cents, flag, int, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import {
  type CancelPosting,
  type CancelToReverse,
  reinstatePlan,
} from '../../domain/cancellation/reinstate-plan.ts'
import {
  type ReinstateFacts,
  type ReinstateRefusal,
  reinstateRefusals,
} from '../../domain/cancellation/reinstatement.ts'
import { addDays, type CalendarDate } from '../../domain/dates.ts'
import type { LedgerPlan } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import type { Acting } from '../../http/caller.ts'
import { type Fault, found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountNamed, lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { voidPayments } from '../decide/payment-rows.ts'
import { type LockedCancel, touchCancel } from './rows.ts'

export interface Reinstate {
  readonly reason: string
  readonly reinstateDate?: CalendarDate | undefined
  readonly gapDays?: number | undefined
  readonly recoveryAccountId?: number | null | undefined
}

/** Reverses a cancel: the contract and the books continue as if it had not been cancelled. */
export async function reinstateCancel(
  tx: Tx,
  acting: Acting,
  { contract, cancel }: LockedCancel,
  { reason, reinstateDate: date = acting.today, gapDays = 0, recoveryAccountId = null }: Reinstate,
): Promise<void> {
  const { id } = cancel
  const [rows, on, holds, events, status] = await runAll([
    lockContractLedger(tx, contract.id),
    accountingDates(tx),
    loadHolds(tx, contract.id),
    loadContractEvents(tx, contract.id),
    loadReinstateStatus(tx, contract, { cancel, recoveryAccountId }),
  ])
  const facts = reinstateFacts(contract, { cancel, rows, status })
  const terms = { reinstateDate: date, gapDays, recoveryAccountId }
  const refusals = reinstateRefusals(facts, terms, acting.today)
  refuseReinstatement(refusals, status.isRecoveryKnown ? null : recoveryAccountId)
  const dates = on(date)
  const toReverse = { contractId: contract.id, cancelId: id, recoveryAccountId, reason, dates }
  await applyPlan(tx, await planOfReversal(tx, toReverse, rows), acting)
  const reinstatementId = await insertReinstatement(tx, acting, id, { ...terms, reason })
  await touchCancel(tx, acting, id, 'Reversed')
  // One that was paid in part is not paid on: what went out is claimed from the recovery account.
  const unpaid = facts.payments.filter(({ isWhole }) => !isWhole).map((payment) => payment.id)
  await voidPayments(tx, acting, unpaid)
  const reopened = holds.filter((hold) => cancel.ended_hold_ids.includes(hold.id))
  await reopenHolds(tx, acting, reopened, rows)
  const extendsDays = daysAddedByGap(events, cancel.cancel_date, gapDays)
  const expiration_date = addDays(contract.expiration_date, extendsDays)
  const isHold = reopened.length > 0
  await postReinstatementEarnings(
    tx,
    acting,
    { ...contract, expiration_date },
    { cancelId: id, reinstatementId, date, gapDays, extendsDays, isHold },
  )
  const active = nextState(contract, 'reinstate')
  const state = isHold ? nextState({ status: active.status, held_from: active.heldFrom }, 'hold') : active
  await updateContract(tx, acting, contract.id, {
    ...stateColumns(state),
    ...{ expiration_date, cancel_date: null, status_reason: null, open_holds: reopened.length },
  })
  const { number } = contract
  const data = { id: contract.id, number, status: state.status, cancelId: id }
  emit(tx, { subject: `contracts/${contract.id}`, type: 'contract.reinstated', data })
}

const statusColumns = { lastId: int, duplicateId: orNull(int), isRecoveryKnown: flag }
type ReinstateStatus = RowOf<typeof statusColumns>

const STATUS = statement(
  statusColumns,
  `
  select (select max(id) from cancel where contract_id = $1) as "lastId",
    (select min(o.id) from contract o where lower(o.vin) = lower($2) and o.product_type_code = $3 and o.id <> $1
      and (o.status = 'Active' or o.held_from = 'Active') and o.sale_date >= $4) as "duplicateId",
    ($5::bigint is null or exists (select from account_holder where id = $5)) as "isRecoveryKnown"`,
)

async function loadReinstateStatus(
  tx: Tx,
  { id, vin, product_type_code }: ContractRow,
  { cancel, recoveryAccountId }: Pick<LockedCancel, 'cancel'> & { readonly recoveryAccountId: number | null },
): Promise<ReinstateStatus> {
  const values = [id, vin, product_type_code, cancel.cancel_date, recoveryAccountId]
  return found(await STATUS.first(tx, values), `cancel of contract ${id}`)
}

/** The facts for the decision. A payment counts as paid as soon as a part of it was paid. */
function reinstateFacts(
  { expiration_date }: ContractRow,
  {
    cancel,
    rows,
    status,
  }: Pick<LockedCancel, 'cancel'> & { readonly rows: readonly LedgerRow[]; readonly status: ReinstateStatus },
): ReinstateFacts {
  const own = rows.filter((row) => row.cancelId === cancel.id && row.ledgerType !== 'Penalty')
  const paid = new Set(own.filter(({ paidAmount }) => paidAmount > 0).map(({ id }) => id))
  const whole = new Set(own.filter((row) => row.status === 'Paid').map(({ id }) => id))
  return {
    status: cancel.status,
    isLast: status.lastId === cancel.id,
    cancelDate: cancel.cancel_date,
    expirationDate: expiration_date,
    payments: (cancel.payments ?? [])
      .filter(({ is_voided }) => !is_voided)
      .map(({ id, amount, ledger_id }) => ({
        id,
        amount,
        isPaid: paid.has(ledger_id),
        isWhole: whole.has(ledger_id),
      })),
    hasRowInBatch: own.some(({ status }) => status === 'InProcess'),
    duplicateContractId: status.duplicateId,
  }
}

async function planOfReversal(
  tx: Tx,
  toReverse: CancelToReverse,
  rows: readonly LedgerRow[],
): Promise<LedgerPlan> {
  const plan = reinstatePlan(toReverse, rows, await loadCancelPostings(tx, toReverse.cancelId))
  if ('refused' in plan)
    throw new Error(`The ledger refused a reinstatement that was allowed: ${plan.refused}.`)
  return plan
}

const INSERT = statement(
  { id: int },
  `insert into reinstatement (cancel_id, reinstate_date, reason, gap_days, recovery_account_id, created_at,
    created_by) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
)

async function insertReinstatement(
  tx: Tx,
  { now, caller }: Acting,
  cancelId: number,
  { reinstateDate, reason, gapDays, recoveryAccountId }: Required<Reinstate>,
): Promise<number> {
  const values = [cancelId, reinstateDate, reason, gapDays, recoveryAccountId, now, caller.name]
  return found(await INSERT.first(tx, values), 'new reinstatement').id
}

const POSTINGS = statement(
  { id: int, ledger_id: orNull(int), debit_account: text, credit_account: text, amount: cents },
  `
  select j.id, j.ledger_id, j.debit_account, j.credit_account, j.amount from journal j
  where j.cancel_id = $1 and j.entry_type in ('Cancel', 'CancelFee') and j.reverses_id is null
    and not exists (select from journal r where r.reverses_id = j.id)
  order by j.id`,
)

/** The journal entries of the cancel and of later payee changes. Penalties stay: the refund was late. */
async function loadCancelPostings(tx: Tx, cancelId: number): Promise<CancelPosting[]> {
  const rows = await POSTINGS.rows(tx, [cancelId])
  return rows.map(({ id, ledger_id, debit_account, credit_account, amount }) => ({
    ...{ id, ledgerId: ledger_id, amount },
    ...{ debit: accountNamed(debit_account), credit: accountNamed(credit_account) },
  }))
}

type Code = ReinstateRefusal['code'] | 'UnknownReference'

/** Refuses a reinstatement with all faults at once; the first one names the problem. */
function refuseReinstatement(refusals: readonly ReinstateRefusal[], unknownAccountId: number | null): void {
  const faults: (Fault & { readonly code: Code })[] = refusals.map(faultOf)
  if (unknownAccountId !== null)
    faults.push({
      pointer: '/recoveryAccountId',
      code: 'UnknownReference',
      message: `There is no account holder ${unknownAccountId}.`,
    })
  const [first] = faults
  if (!first) return
  const members = Object.assign({}, ...refusals.map(({ code: _, ...members }) => members))
  throw new Problem(first.code, first.message, { errors: faults, members })
}

function faultOf(refusal: ReinstateRefusal): Fault & { readonly code: ReinstateRefusal['code'] } {
  const { code } = refusal
  switch (code) {
    case 'AlreadyReversed':
      return { pointer: '', code, message: 'The cancel was already reversed.' }
    case 'NotLastCancel':
      return {
        pointer: '',
        code,
        message: 'The contract was cancelled again later. Reinstate the last cancel.',
      }
    case 'RefundAlreadyPaid':
      return {
        pointer: '/recoveryAccountId',
        code,
        message: 'The refund was already paid. Name the account that owes it in recoveryAccountId.',
      }
    case 'LedgerInOtherBatch':
      return {
        pointer: '',
        code,
        message: 'A ledger row of the cancel is in a payment batch. Try again when the batch is done.',
      }
    case 'DuplicateContract':
      return {
        pointer: '',
        code,
        message: `Contract ${refusal.contractId} was sold on the same vehicle after the cancel.`,
      }
    case 'ReinstateDateOutOfRange': {
      const { earliest, latest } = refusal
      return {
        pointer: '/reinstateDate',
        code,
        message: `The reinstatement date must be between ${earliest} and ${latest}.`,
      }
    }
    case 'GapDaysOutOfRange':
      return {
        pointer: '/gapDays',
        code,
        message: `The number of gap days must be between 0 and ${refusal.most}.`,
      }
    default:
      return code satisfies never
  }
}
