import type { GuardRefusal } from '../../domain/cancellation/guards.ts'
import type { CancelRefusal } from '../../domain/cancellation/results.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { moneyText } from '../../domain/figure-text.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import { type Fault, Problem, type ProblemCode, problemStatuses } from '../../http/problems.ts'
import { type CancelInput, reasonPointer } from './inputs.ts'

/** A reason why a cancellation is refused. */
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

interface FaultAnswer {
  readonly fault: Fault & { readonly code: ProblemCode }
  readonly members: Readonly<Record<string, unknown>>
}

/** Refuses with all faults at once. Conflicts (409) come before broken rules (422); the first fault names the problem. */
export function refuseCancel(faults: readonly CancelFault[], input: CancelInput): void {
  const answers = faults
    .map((fault) => faultAnswer(fault, input))
    .sort((first, second) => statusOf(first) - statusOf(second))
  const [first] = answers
  if (!first) return
  throw new Problem(first.fault.code, first.fault.message, {
    errors: answers.map(({ fault }) => fault),
    // If two faults have the same member, the first one wins.
    members: Object.assign({}, ...answers.map(({ members }) => members).reverse()),
  })
}

const statusOf = ({ fault }: FaultAnswer) => problemStatuses[fault.code]

function faultAnswer(refusal: CancelFault, input: CancelInput): FaultAnswer {
  const { code, ...details } = refusal
  const answer = (pointer: string, message: string, members: FaultAnswer['members'] = details) => ({
    fault: { pointer, code, message },
    members,
  })
  switch (refusal.code) {
    case 'NotCancellable':
      return answer(
        '',
        `The contract cannot be cancelled: its status is ${refusal.contractStatus}, or a claim has used it up.`,
      )
    case 'OpenCancelRequest':
      return answer('', `Cancel request ${refusal.cancelRequestId} is already open for this contract.`)
    case 'CancelDateOutOfRange':
      return answer('/cancelDate', dateMessage('cancel date', refusal))
    case 'CancelDateTooOld':
      return answer(
        '/cancelDate',
        `The cancel date is too far before the notice. It must be ${refusal.earliest} or later.`,
      )
    case 'ExecutionDateOutOfRange':
      return answer('/executionDate', dateMessage('execution date', refusal))
    case 'NoticeDateOutOfRange':
      return answer('/noticeReceivedDate', dateMessage('notice date', refusal))
    case 'OdometerBelowLastKnown':
      return answer('/cancelOdometer', `The last known odometer reading is ${refusal.lastKnown}.`)
    case 'OdometerRequired':
      return answer('/cancelOdometer', 'The refund depends on mileage. Send the odometer reading.')
    case 'RequesterNotAllowed':
      return answer('/requestedBy', `The requester must be one of: ${refusal.allowed.join(', ')}.`)
    case 'ReasonNotAllowed':
      return answer(
        reasonPointer(input),
        `At this point the provider may cancel only for ${refusal.allowed.join(' or ')}.`,
      )
    case 'UnknownReference': {
      const message = 'message' in refusal ? refusal.message : 'The contract has no payee of this type.'
      return answer(refusal.field, message, {})
    }
    case 'PayeeNotAllowed': {
      const { type, name, accountHolder, isSole } = refusal.payee
      const payee = { type, accountHolderId: accountHolder.id, name, isSole }
      return answer(refusal.field, `The rules pay this refund to ${name}.`, { payee })
    }
    case 'OverrideOutOfRange':
      return answer(`/override/${refusal.field}`, rangeMessage(refusal), {})
    case 'OverrideDoesNotSum':
      return answer(
        '/override/netRefund',
        `Gross refund less claims less fee is ${moneyText(refusal.netRefund)}.`,
        { netRefund: amountOf(refusal.netRefund) },
      )
    case 'LinesDoNotSum':
      return answer('/override/disbursements', `The lines must sum to ${moneyText(refusal.grossRefund)}.`, {
        ...{ grossRefund: amountOf(refusal.grossRefund), missing: refusal.missing },
      })
    case 'PaymentsDoNotSum':
      return answer('/payments', `The payments must sum to ${moneyText(refusal.totalRefund)}.`, {
        totalRefund: amountOf(refusal.totalRefund),
      })
    default:
      return refusal satisfies never
  }
}

const dateMessage = (
  what: string,
  { earliest, latest }: { readonly earliest: CalendarDate; readonly latest: CalendarDate },
) => `The ${what} must be between ${earliest} and ${latest}.`

/** The unearned factor is a plain number; all other fields of an override are amounts. */
function rangeMessage({ field, most }: Extract<CancelFault, { code: 'OverrideOutOfRange' }>): string {
  if (most === null) return 'The value must be 0 or more.'
  return `The value must be between 0 and ${field === 'unearnedFactor' ? most : moneyText(most as Cents)}.`
}
