import { costVisibility, seesCostLines } from '../../access/cost-visibility.ts'
import { DEALER_COST, seesLine } from '../../domain/ledger/cost-visibility.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { ContractModel } from './models.ts'

/** A hold and a resolve as they are answered. */
export type ShownHold = ContractModel['holds'][number]
export type ShownResolve = ShownHold['resolves'][number]

/** A hold with what is shown of it. */
export interface ReadHold {
  readonly hold: {
    readonly id: number
    readonly hold_date: string
    readonly mode: 'Freeze' | 'Suspend'
    /** Null: all lines. */
    readonly codes: readonly string[] | null
    readonly note: string | null
    readonly status: 'Open' | 'Resolved'
    readonly created_by: string
  }
  readonly reason: {
    readonly id: number
    readonly code: string
    readonly name: string
    readonly is_active: boolean
    readonly details: Readonly<Record<string, unknown>>
  }
  readonly resolves: readonly ReadResolve[] | null
}

export interface ReadResolve {
  readonly id: number
  readonly hold_id: number
  readonly resolve_date: string
  readonly resolution: 'Cleared' | 'Corrected' | 'Overridden' | 'Cancelled'
  readonly note: string | null
  readonly catch_up: readonly { readonly code: string; readonly amount: Cents }[]
  readonly extends_days: number | null
}

/** What of a contract its holds are shown with. */
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
export function holdShown(
  contract: HeldContract,
  { hold, reason, resolves }: ReadHold,
  caller: Caller,
): ShownHold {
  const { blocksClaims, freezesPayables, defaultMode } = reason.details
  const isHeld = hold.status === 'Open'
  return {
    id: hold.id,
    contractId: contract.id,
    reason: {
      id: reason.id,
      code: reason.code,
      name: reason.name,
      blocksClaims: Boolean(blocksClaims),
      freezesPayables: Boolean(freezesPayables),
      defaultMode: defaultMode === 'Suspend' ? 'Suspend' : 'Freeze',
      isActive: reason.is_active,
    },
    holdDate: hold.hold_date,
    mode: hold.mode,
    note: hold.note,
    disbursements: linesHeld(contract, hold.codes, caller).map((line) => ({ ...line, isHeld })),
    status: hold.status,
    createdBy: hold.created_by,
    resolves: (resolves ?? []).map((one) => resolveShown(contract, one, caller)),
  }
}

/** The resolve as this caller may see it: what earnings of a line somebody sees goes with the line. */
export function resolveShown(contract: HeldContract, resolve: ReadResolve, caller: Caller): ShownResolve {
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
 * The lines that a hold names. For a limited caller dealer cost is one line, and whole even if only a part of it is held:
 * the part would tell what it is made of.
 */
function linesHeld({ lines, dealer_cost }: HeldContract, codes: readonly string[] | null, caller: Caller) {
  const named = (lines ?? []).filter(({ code }) => codes === null || codes.includes(code))
  const shown = named.filter((line) => sees(caller, line))
  const isCostHidden = !seesCostLines(caller) && named.some(({ inDealerCost }) => inDealerCost)
  const whole = isCostHidden ? [{ code: DEALER_COST, amount: amountOf(dealer_cost) }] : []
  return [...whole, ...shown.map(({ code, amount }) => ({ code, amount: amountOf(amount) }))]
}
