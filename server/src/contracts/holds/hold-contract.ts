import { run, type Tx } from '../../db/database.ts'
import { holdPayables } from '../../domain/ledger/holds.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { happens } from '../earnings/post-earnings.ts'
import { columnsOfState, emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import type { ShownHold } from '../record/hold-answer.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import type { RuleFault } from '../sale/sale-references.ts'
import { findReason, type HoldRow, holdsOf, insertHold, payablesHeld, type Reason } from './rows.ts'

export interface Hold {
  readonly holdReasonId: number
  readonly holdDate?: string | undefined
  readonly mode?: HoldRow['mode'] | undefined
  readonly disbursementCodes?: readonly string[] | undefined
  readonly note?: string | null | undefined
}

/** Puts a contract on hold, for one reason more: nothing of the lines that it names is paid out or earned meanwhile. */
export async function holdContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  asked: Hold,
): Promise<ShownHold> {
  const row = await lockContract(tx, acting, id)
  const state = nextState(row, 'hold')
  const [reason, lines, holds] = await Promise.all([
    findReason(tx, asked.holdReasonId),
    run<{ code: string }>(tx, 'select code from contract_line where contract_id = $1', [id]),
    holdsOf(tx, id),
  ])
  const codes = lines.map(({ code }) => code)
  const sound = soundReason(reason, faultsOf(row, acting, asked, { reason, codes }))
  const open = holds.filter(({ status }) => status === 'Open')
  if (open.some(({ reason_id }) => reason_id === sound.id))
    throw new Problem('HoldExists', 'The contract is on hold for this reason already.')
  const hold = holdOf(acting, asked, sound, codes)
  const holdId = await insertHold(tx, acting, id, hold)
  await holdRows(tx, acting, id, { ...hold, id: holdId, status: 'Open' })
  const { hold_date: date, mode, codes: held } = hold
  await happens(tx, acting, row, { kind: 'Hold', date, subjectId: holdId, details: { mode, codes: held } })
  await updateContract(tx, acting, id, { ...columnsOfState(state), open_holds: open.length + 1 })
  const { holds: shown } = await emitAndRead(tx, services, acting, id, 'held')
  return found(
    shown.find((one) => one.id === holdId),
    `hold ${holdId}`,
  )
}

const spelt = (code: string) => code.toUpperCase()

/** Everything in the request that does not fit, at once. */
function faultsOf(
  { sale_date }: ContractRow,
  { today }: Acting,
  { holdDate = today, holdReasonId, disbursementCodes = [] }: Hold,
  { reason, codes }: { readonly reason: Reason | undefined; readonly codes: readonly string[] },
): RuleFault[] {
  const unknown = (pointer: string, message: string): RuleFault => ({
    pointer,
    code: 'UnknownReference',
    message,
  })
  const known = new Set(codes.map(spelt))
  return [
    ...(reason ? [] : [unknown('/holdReasonId', `There is no reason ${holdReasonId} to hold a contract.`)]),
    ...(reason && !reason.is_active
      ? [unknown('/holdReasonId', `The reason ${holdReasonId} is no longer in use.`)]
      : []),
    ...disbursementCodes.flatMap((code, at) =>
      known.has(spelt(code))
        ? []
        : [unknown(`/disbursementCodes/${at}`, `The contract has no disbursement ${code}.`)],
    ),
    ...(holdDate < sale_date || holdDate > today
      ? [
          {
            pointer: '/holdDate',
            code: 'HoldDateOutOfRange',
            message: `A hold begins from ${sale_date} to ${today}.`,
          } as const,
        ]
      : []),
  ]
}

/** The reason, where nothing is wrong; the first fault gives a refusal its name. */
function soundReason(reason: Reason | undefined, faults: readonly RuleFault[]): Reason {
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
  return found(reason, 'reason')
}

/** A contract that is suspended is so with all its lines, whatever was named. */
function holdOf(
  { today }: Acting,
  { holdDate = today, mode, disbursementCodes, note }: Hold,
  { id, details }: Reason,
  codes: readonly string[],
): Omit<HoldRow, 'id' | 'status'> {
  const named = new Set(disbursementCodes?.map(spelt))
  const chosen = mode ?? details.defaultMode
  const isWhole = chosen === 'Suspend' || disbursementCodes === undefined
  return {
    reason_id: id,
    hold_date: holdDate,
    mode: chosen,
    freezes_payables: details.freezesPayables,
    blocks_claims: details.blocksClaims,
    codes: isWhole ? null : codes.filter((code) => named.has(spelt(code))),
    note: note ?? null,
  }
}

async function holdRows(tx: Tx, acting: Acting, contractId: number, hold: HoldRow): Promise<void> {
  const [held] = payablesHeld([hold])
  if (held) await applyPlan(tx, holdPayables(await lockContractLedger(tx, contractId), held), acting)
}
