import type { GuardRefusal } from '../../domain/cancellation/guards.ts'
import type { CancelRefusal } from '../../domain/cancellation/results.ts'
import { moneyText } from '../../domain/cancellation/words.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import { type Fault, Problem, type ProblemCode, problemStatuses } from '../../http/problems.ts'
import type { CancelInput } from './decide-cancel.ts'
import { reasonPointer } from './resolve-input.ts'

/** Something that stands against a cancellation. */
export type CancelFault =
  | GuardRefusal
  | CancelRefusal
  | {
      readonly code: 'ExecutionDateOutOfRange'
      readonly earliest: CalendarDate
      readonly latest: CalendarDate
    }
  | {
      readonly code: 'UnknownReference'
      readonly field: string
      readonly message: string
    }

interface Told {
  readonly fault: Fault & { readonly code: ProblemCode }
  readonly members: Readonly<Record<string, unknown>>
}

/** Refuses with everything at once. What the state forbids comes before what a rule forbids; the first names it. */
export function refuseCancel(faults: readonly CancelFault[], input: CancelInput): void {
  const told = faults.map((fault) => tell(fault, input)).sort((one, other) => statusOf(one) - statusOf(other))
  const [first] = told
  if (!first) return
  throw new Problem(first.fault.code, first.fault.message, {
    errors: told.map(({ fault }) => fault),
    // The first that has a member says it.
    members: Object.assign({}, ...told.map(({ members }) => members).reverse()),
  })
}

const statusOf = ({ fault }: Told) => problemStatuses[fault.code]

function tell(refusal: CancelFault, input: CancelInput): Told {
  const { code, ...members } = refusal
  const told = (pointer: string, message: string, shown: Told['members'] = members): Told => ({
    fault: { pointer, code, message },
    members: shown,
  })
  switch (refusal.code) {
    case 'NotCancellable':
      return told('', `A contract that is ${refusal.contractStatus} cannot be cancelled, or it is used up.`)
    case 'OpenCancelRequest':
      return told('', `The cancel request ${refusal.cancelRequestId} is open.`)
    case 'CancelDateOutOfRange':
      return told('/cancelDate', `It can be cancelled as of ${refusal.earliest} to ${refusal.latest}.`)
    case 'CancelDateTooOld':
      return told('/cancelDate', `By its notice it can be cancelled as of ${refusal.earliest} or later.`)
    case 'ExecutionDateOutOfRange':
      return told('/executionDate', `It is carried out from ${refusal.earliest} to ${refusal.latest}.`)
    case 'NoticeDateOutOfRange':
      return told('/noticeReceivedDate', `The notice came from ${refusal.earliest} to ${refusal.latest}.`)
    case 'OdometerBelowLastKnown':
      return told('/cancelOdometer', `The odometer showed ${refusal.lastKnown} before.`)
    case 'OdometerRequired':
      return told('/cancelOdometer', 'The refund goes by miles: the odometer is needed.')
    case 'RequesterNotAllowed':
      return told('/requestedBy', `This is for ${refusal.allowed.join(', ')} to ask for.`)
    case 'ReasonNotAllowed':
      return told(
        reasonPointer(input),
        `By now the provider cancels for ${refusal.allowed.join(' or ')} only.`,
      )
    case 'UnknownReference': {
      const message = 'message' in refusal ? refusal.message : 'The contract has no such payee.'
      return told(refusal.field, message, {})
    }
    case 'PayeeNotAllowed': {
      const { type, name, accountHolder, isSole } = refusal.payee
      const payee = { type, accountHolderId: accountHolder.id, name, isSole }
      return told(refusal.field, `By the rules it goes to ${name}.`, { payee })
    }
    case 'OverrideOutOfRange': {
      const pointer = `/override/${refusal.field}`
      const isAmount = refusal.field !== 'unearnedFactor'
      const most = isAmount && refusal.most !== null ? amountOf(refusal.most as Cents) : refusal.most
      return told(pointer, `At least 0${most === null ? '' : ` and at most ${most}`}.`, {})
    }
    case 'OverrideDoesNotSum':
      return told('/override/netRefund', `Gross less claims less fee is ${moneyText(refusal.netRefund)}.`, {
        netRefund: amountOf(refusal.netRefund),
      })
    case 'LinesDoNotSum':
      return told('/override/disbursements', `All lines sum to ${moneyText(refusal.grossRefund)}.`, {
        ...{ grossRefund: amountOf(refusal.grossRefund), missing: refusal.missing },
      })
    case 'PaymentsDoNotSum':
      return told('/payments', `The payments sum to ${moneyText(refusal.totalRefund)}.`, {
        totalRefund: amountOf(refusal.totalRefund),
      })
    default:
      return refusal satisfies never
  }
}
