import type { ReinstateRefusal } from '../../domain/cancellation/reinstatement.ts'
import { type Fault, Problem } from '../../http/problems.ts'

type Code = ReinstateRefusal['code'] | 'UnknownReference'

/** Refuses with everything that stands against a reinstatement; the first gives it its name. */
export function refuseReinstatement(
  refusals: readonly ReinstateRefusal[],
  unknownAccountId: number | null,
): void {
  const faults: (Fault & { readonly code: Code })[] = refusals.map(faultOf)
  if (unknownAccountId !== null)
    faults.push({
      pointer: '/recoveryAccountId',
      code: 'UnknownReference',
      message: `There is no account holder ${unknownAccountId}.`,
    })
  const [first] = faults
  if (!first) return
  const members = Object.assign({}, ...refusals.map(({ code: _, ...told }) => told))
  throw new Problem(first.code, first.message, { errors: faults, members })
}

function faultOf(refusal: ReinstateRefusal): Fault & { readonly code: ReinstateRefusal['code'] } {
  const { code } = refusal
  switch (code) {
    case 'AlreadyReversed':
      return { pointer: '', code, message: 'The cancel is taken back already.' }
    case 'NotLastCancel':
      return { pointer: '', code, message: 'The contract was cancelled again since.' }
    case 'RefundAlreadyPaid':
      return { pointer: '/recoveryAccountId', code, message: 'The refund went out: somebody has to owe it.' }
    case 'LedgerInOtherBatch':
      return { pointer: '', code, message: 'A row of the cancel is in a batch that is being paid.' }
    case 'DuplicateContract':
      return { pointer: '', code, message: `Contract ${refusal.contractId} was sold on the vehicle since.` }
    case 'ReinstateDateOutOfRange': {
      const { earliest, latest } = refusal
      return { pointer: '/reinstateDate', code, message: `It is reinstated from ${earliest} to ${latest}.` }
    }
    case 'GapDaysOutOfRange':
      return { pointer: '/gapDays', code, message: `At most ${refusal.most} days were without cover.` }
    default:
      return code satisfies never
  }
}
