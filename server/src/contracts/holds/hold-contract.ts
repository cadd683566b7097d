import type { Tx } from '../../db/database.ts'
import { planPayablesHold } from '../../domain/ledger/holds.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { recordAndPost } from '../earnings/post-earnings.ts'
import {
  type ContractServices,
  emitAndRead,
  lockContract,
  nextState,
  stateColumns,
} from '../record/change-state.ts'
import type { HoldAnswer } from '../record/hold-answer.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import { type HoldRow, loadCostLines } from '../record/tables.ts'
import type { SaleFault } from '../sale/sale-references.ts'
import {
  type ActiveReason,
  findHoldReason,
  insertHold,
  loadHolds,
  type NewHold,
  payablesHolds,
} from './rows.ts'

interface HoldRequest {
  readonly holdReasonId: number
  readonly holdDate?: string | undefined
  readonly mode?: HoldRow['mode'] | undefined
  readonly disbursementCodes?: readonly string[] | undefined
  readonly note?: string | null | undefined
}

/** Puts a contract on hold for a reason. The lines it names are neither paid out nor earned until it is resolved. */
export async function holdContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  request: HoldRequest,
): Promise<HoldAnswer> {
  const row = await lockContract(tx, acting, id)
  const state = nextState(row, 'hold')
  const [reason, lines, holds] = await Promise.all([
    findHoldReason(tx, request.holdReasonId),
    loadCostLines(tx, id),
    loadHolds(tx, id),
  ])
  const codes = lines.map(({ code }) => code)
  const active = requireReason(reason, holdFaults(row, acting, request, { reason, codes }))
  const open = holds.filter(({ status }) => status === 'Open')
  if (open.some(({ reason_id }) => reason_id === active.id))
    throw new Problem('HoldExists', 'The contract is already on hold for this reason.')
  const hold = newHold(acting, request, active, codes)
  const holdId = await insertHold(tx, acting, id, hold)
  await holdPayableRows(tx, acting, id, { ...hold, id: holdId })
  const { hold_date: date, mode, codes: held } = hold
  await recordAndPost(tx, acting, row, {
    kind: 'Hold',
    date,
    subjectId: holdId,
    details: { mode, codes: held },
  })
  await updateContract(tx, acting, id, { ...stateColumns(state), open_holds: open.length + 1 })
  const { holds: shown } = await emitAndRead(tx, services, acting, id, 'held')
  return found(
    shown.find((each) => each.id === holdId),
    `hold ${holdId}`,
  )
}

const withoutCase = (code: string) => code.toUpperCase()

/** Everything in the request that does not fit, at once. */
function holdFaults(
  { sale_date }: ContractRow,
  { today }: Acting,
  { holdDate = today, holdReasonId, disbursementCodes = [] }: HoldRequest,
  { reason, codes }: { readonly reason: ActiveReason | undefined; readonly codes: readonly string[] },
): SaleFault[] {
  const unknown = (pointer: string, message: string): SaleFault => ({
    pointer,
    code: 'UnknownReference',
    message,
  })
  const known = new Set(codes.map(withoutCase))
  return [
    ...(reason ? [] : [unknown('/holdReasonId', `There is no hold reason ${holdReasonId}.`)]),
    ...(reason && !reason.is_active
      ? [unknown('/holdReasonId', `Hold reason ${holdReasonId} is no longer in use.`)]
      : []),
    ...disbursementCodes.flatMap((code, at) =>
      known.has(withoutCase(code))
        ? []
        : [unknown(`/disbursementCodes/${at}`, `The contract has no disbursement ${code}.`)],
    ),
    ...(holdDate < sale_date || holdDate > today
      ? [
          {
            pointer: '/holdDate',
            code: 'HoldDateOutOfRange',
            message: `The hold date must be between ${sale_date} and ${today}.`,
          } as const,
        ]
      : []),
  ]
}

/** The reason. Refuses with every fault at once; the first fault gives the problem its code. */
function requireReason(reason: ActiveReason | undefined, faults: readonly SaleFault[]): ActiveReason {
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
  return found(reason, 'reason')
}

/** A suspension always holds all lines, whatever the request names. */
function newHold(
  { today }: Acting,
  { holdDate = today, mode, disbursementCodes, note }: HoldRequest,
  { id, details }: ActiveReason,
  codes: readonly string[],
): NewHold {
  const named = new Set(disbursementCodes?.map(withoutCase))
  const chosen = mode ?? details.defaultMode
  const isWhole = chosen === 'Suspend' || disbursementCodes === undefined
  return {
    reason_id: id,
    hold_date: holdDate,
    mode: chosen,
    freezes_payables: details.freezesPayables,
    blocks_claims: details.blocksClaims,
    codes: isWhole ? null : codes.filter((code) => named.has(withoutCase(code))),
    note: note ?? null,
  }
}

async function holdPayableRows(
  tx: Tx,
  acting: Acting,
  contractId: number,
  hold: Pick<HoldRow, 'id' | 'codes' | 'freezes_payables'>,
): Promise<void> {
  const [held] = payablesHolds([hold])
  if (held) await applyPlan(tx, planPayablesHold(await lockContractLedger(tx, contractId), held), acting)
}
