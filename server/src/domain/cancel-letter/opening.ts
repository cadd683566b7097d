import { DECEASED } from '../cancellation/reasons.ts'
import { dateWords, moneyWords } from '../contract-form/words.ts'
import { type CancelLetter, goesToPayee, requesterName } from './facts.ts'

// What a letter begins and ends with: where the cancellation stands, and what the reader has to do about it.

/** Where it stands. */
export function openingParagraphs(letter: CancelLetter): string[] {
  const { status, calculation, cancelDate, validUntil, denyReason, reinstateDate } = letter
  const day = dateWords(cancelDate)
  const who = letter.requestedBy === 'Customer' ? 'You' : requesterName(letter.requestedBy, letter.contract)
  const isOurs = letter.requestedBy === 'Administrator'
  const asked = isOurs
    ? `We intend to cancel your contract as of ${day}.`
    : `${who} asked us to cancel your contract as of ${day}.`
  const comesTo = comesToWords(letter)
  const stays = 'Your contract stays in force, and nothing is refunded.'
  const figures = 'The figures below are those that the request was about.'
  switch (status) {
    case 'Quote':
    case 'Expired': {
      const wanted = isOurs
        ? `This is what you would get back if your contract were cancelled as of ${day}.`
        : `${who} asked what you would get back if your contract were cancelled as of ${day}.`
      const until = validUntil === null ? '' : dateWords(validUntil)
      return status === 'Quote'
        ? [
            `${wanted} ${comesTo}`,
            `This is a quote. Your contract stays in force until it is cancelled.${until && ` The quote is good until ${until}.`}`,
          ]
        : [
            wanted,
            `This is a quote${until && ` that was good until ${until}`}. It does not count any more. Your contract stays in force.`,
          ]
    }
    case 'Requested':
      return [
        `${asked} ${comesTo}`,
        'We have not decided on it yet. Until it is carried out, your contract stays in force.',
      ]
    case 'NeedsInfo':
      return [
        asked,
        'We cannot figure your refund yet, because something is missing. Until the contract is cancelled, it stays in force.',
      ]
    case 'Approved':
      return [`${asked} ${comesTo}`, 'The request is approved, and is about to be carried out.']
    case 'Denied':
      return [
        asked,
        `The request was denied${denyReason === null ? '' : `: ${denyReason}`}${denyReason?.endsWith('.') ? '' : '.'} ${stays}${calculation ? ` ${figures}` : ''}`,
      ]
    case 'Withdrawn':
      return [asked, `The request was withdrawn. ${stays}${calculation ? ` ${figures}` : ''}`]
    case 'Executed':
    case 'Active':
      return [
        `${isOurs ? `We have cancelled your contract as of ${day}.` : `Your contract is cancelled as of ${day}, as ${who === 'You' ? 'you' : who} asked.`} ${comesTo}`,
      ]
    case 'Reversed':
      return [
        `Your contract was cancelled as of ${day}. ${reinstateDate === null ? 'It has been put back in force.' : `It was put back in force on ${dateWords(reinstateDate)}.`} The cancellation does not count any more.`,
        'The figures below are those of the cancellation.',
      ]
    default:
      return status satisfies never
  }
}

function comesToWords({ calculation, status }: CancelLetter): string {
  if (!calculation) return ''
  const isQuote = status === 'Quote'
  return calculation.totalRefund === 0
    ? `No refund ${isQuote ? 'would be' : 'is'} owed.`
    : `The refund ${isQuote ? 'would come' : 'comes'} to ${moneyWords(calculation.totalRefund)}.`
}

/** What the reader should do now. */
export function nextSteps(letter: CancelLetter): string[] {
  const { status, validUntil } = letter
  switch (status) {
    case 'Quote':
      return [
        validUntil === null
          ? 'If you want to cancel, tell us or your dealer.'
          : `If you want to cancel, tell us or your dealer by ${dateWords(validUntil)}. The figures count if nothing changes until then, such as a claim that is paid.`,
        ...toSend(letter),
        ...aboutLoan(letter),
        'If you want to keep your contract, you need to do nothing.',
      ]
    case 'Expired':
      return ['If you still want to cancel, ask us or your dealer for a new quote.']
    case 'Requested':
    case 'NeedsInfo':
    case 'Approved':
    case 'Executed':
    case 'Active': {
      const all = [...toSend(letter), ...aboutLoan(letter), ...aboutDealer(letter)]
      return all.length > 0 ? all : ['You need to do nothing.']
    }
    case 'Denied':
    case 'Withdrawn':
    case 'Reversed':
      return ['You need to do nothing. Your contract goes on as before.']
    default:
      return status satisfies never
  }
}

const isDone = ({ status }: CancelLetter) => status === 'Executed' || status === 'Active'

/** What is missing, in words. Once it is cancelled nobody asks for it any more. */
function toSend(letter: CancelLetter): string[] {
  const words = letter.missing.map((name) => missingWords(name, letter))
  if (isDone(letter) || words.length === 0) return []
  const { requestedBy, contract } = letter
  const isOwn = requestedBy === 'Customer' || requestedBy === 'Administrator'
  const please = isOwn
    ? 'Please send us'
    : `We still need, from you or from ${requesterName(requestedBy, contract)}`
  return [`${please}: ${words.join('; ')}.`]
}

function missingWords(name: string, { cancelDate, reason, contract }: CancelLetter): string {
  const meter = contract.coverage.usageUnit === 'Hours' ? 'hour meter' : 'odometer'
  switch (name) {
    case 'cancelOdometer':
      return `the reading of the ${meter} on ${dateWords(cancelDate)}`
    case 'document:CancelForm':
      return 'the cancellation form, signed'
    case 'document:PayoffLetter':
      return 'a letter of your lender that the loan is paid off'
    case 'document:OdometerStatement':
      return `a statement of the ${meter} reading on ${dateWords(cancelDate)}`
    case 'document:InsuranceSettlement':
      return 'the settlement of your insurance company'
    case 'document:RepossessionLetter':
      return 'the letter about the repossession'
    case 'document:Other':
      return reason.code === DECEASED
        ? 'a copy of the death certificate'
        : 'a document that proves the reason'
    default:
      return name.replace(/^document:/, '')
  }
}

const isOpenPayment = ({ status }: CancelLetter['payments'][number]) => status === 'Pending'

/** A refund that goes to the lender for the customer goes to the customer once the loan is paid off. */
function aboutLoan(letter: CancelLetter): string[] {
  const { calculation, payments } = letter
  const isOpen = !isDone(letter) || payments.some(isOpenPayment)
  if (!calculation || !isOpen || !goesToPayee(letter, calculation)) return []
  const { payee } = calculation
  return payee.type === 'LienHolder' && !payee.isSole
    ? [
        `If your loan with ${payee.accountHolder.name} is paid off, send us the letter that says so. The refund is then paid to you.`,
      ]
    : []
}

/** Where the dealer refunds the customer, we do not see the money arrive. */
function aboutDealer(letter: CancelLetter): string[] {
  const { calculation, payments, contract } = letter
  if (!calculation || !isDone(letter) || calculation.totalRefund === 0) return []
  const isWaiting = payments.some(
    ({ forPayeeName, confirmedDate, status }) =>
      forPayeeName !== null && confirmedDate === null && status !== 'Voided',
  )
  return isWaiting
    ? [
        `If you do not have the refund from ${contract.dealer.name} by ${dateWords(calculation.refundDueDate)}, tell us.`,
      ]
    : []
}
