import { costVisibility, seesCostLines } from '../../access/cost-visibility.ts'
import { json, orNull, storedList, storedObject } from '../../db/columns.ts'
import { DEALER_COST, seesLine } from '../../domain/ledger/cost-visibility.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { ContractModel } from './models.ts'
import { type HoldRow, jsonRow, type ResolveRow } from './tables.ts'

/** A hold and a resolve as they are answered. */
export type HoldAnswer = ContractModel['holds'][number]
export type ResolveAnswer = HoldAnswer['resolves'][number]

const holdNames = ['id', 'hold_date', 'mode', 'codes', 'note', 'status', 'created_by'] as const
const resolveNames = [
  'id',
  'hold_id',
  'resolve_date',
  'resolution',
  'note',
  'catch_up',
  'extends_days',
] as const
const reasonNames = ['id', 'code', 'name', 'is_active', 'details'] as const

export interface HoldReason {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly is_active: boolean
  readonly details: {
    readonly blocksClaims: boolean
    readonly freezesPayables: boolean
    readonly defaultMode: HoldRow['mode']
  }
}

/** A hold with its reason and resolves, as one statement reads them. */
export interface ReadHold {
  readonly hold: Pick<HoldRow, (typeof holdNames)[number]>
  readonly reason: HoldReason
  readonly resolves: readonly ReadResolve[] | null
}

type ReadResolve = Pick<ResolveRow, (typeof resolveNames)[number]>

/** The parts of a hold `o` in SQL, each as a JSON document. */
export const holdParts = {
  hold: jsonRow(holdNames, 'o'),
  reason: `(select ${jsonRow(reasonNames, 'v')} from reference_value v where v.id = o.reason_id)`,
  resolves: `(select jsonb_agg(${jsonRow(resolveNames, 'z')} order by z.id)
    from contract_resolve z where z.hold_id = o.id)`,
}

export const holdPartColumns = {
  hold: json(storedObject<ReadHold['hold']>(...holdNames)),
  reason: json(storedObject<HoldReason>(...reasonNames)),
  resolves: orNull(json(storedList<ReadResolve>())),
}

/** What is needed of a contract to show its holds. */
export interface HeldContract {
  readonly id: number
  readonly dealer_cost: Cents
  readonly lines:
    | readonly {
        readonly code: string
        readonly amount: Cents
        readonly inDealerCost: boolean
        readonly accountHolder: { readonly id: number }
      }[]
    | null
}
type HeldLine = NonNullable<HeldContract['lines']>[number]

/** The hold as this caller may see it. */
export function holdAnswer(
  contract: HeldContract,
  { hold, reason, resolves }: ReadHold,
  caller: Caller,
): HoldAnswer {
  const { blocksClaims, freezesPayables, defaultMode } = reason.details
  const isHeld = hold.status === 'Open'
  return {
    id: hold.id,
    contractId: contract.id,
    reason: {
      id: reason.id,
      code: reason.code,
      name: reason.name,
      blocksClaims,
      freezesPayables,
      defaultMode,
      isActive: reason.is_active,
    },
    holdDate: hold.hold_date,
    mode: hold.mode,
    note: hold.note,
    disbursements: linesHeld(contract, hold.codes, caller).map((line) => ({ ...line, isHeld })),
    status: hold.status,
    createdBy: hold.created_by,
    resolves: (resolves ?? []).map((resolve) => resolveAnswer(contract, resolve, caller)),
  }
}

/** The resolve as this caller may see it: earnings are shown for the lines that the caller sees. */
export function resolveAnswer(contract: HeldContract, resolve: ReadResolve, caller: Caller): ResolveAnswer {
  const seen = new Set((contract.lines ?? []).filter((line) => sees(caller, line)).map(({ code }) => code))
  return {
    id: resolve.id,
    holdId: resolve.hold_id,
    resolveDate: resolve.resolve_date,
    resolution: resolve.resolution,
    note: resolve.note,
    earningCatchUp: resolve.catch_up
      .filter(({ code }) => seesCostLines(caller) || seen.has(code))
      .map(({ code, amount }) => ({ code, amount: amountOf(amount) })),
    extendsExpirationDays: resolve.extends_days,
  }
}

const sees = (caller: Caller, { code, accountHolder }: HeldLine): boolean =>
  seesLine(costVisibility(caller), { code, accountHolderId: accountHolder.id })

/**
 * The lines of a hold. A limited caller sees dealer cost as one line, in full even if only part of it is held: the part would
 * reveal what dealer cost is made of.
 */
function linesHeld({ lines, dealer_cost }: HeldContract, codes: readonly string[] | null, caller: Caller) {
  const named = (lines ?? []).filter(({ code }) => codes === null || codes.includes(code))
  const shown = named.filter((line) => sees(caller, line))
  const isCostHidden = !seesCostLines(caller) && named.some(({ inDealerCost }) => inDealerCost)
  const whole = isCostHidden ? [{ code: DEALER_COST, amount: amountOf(dealer_cost) }] : []
  return [...whole, ...shown.map(({ code, amount }) => ({ code, amount: amountOf(amount) }))]
}
