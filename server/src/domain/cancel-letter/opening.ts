import { DECEASED } from '../cancellation/reasons.ts'
import { dateWords, moneyWords } from '../contract-form/words.ts'
import { type CancelLetter, goesToPayee, requesterName } from './facts.ts'

// The first and the last section of a letter: the status of the cancellation, and what the reader should do.

/** The status of the cancellation, in words. */
export function openingParagraphs(letter: CancelLetter): string[] {
  const { status, calculation, cancelDate, validUntil, denyReason, reinstateDate } = letter
  const day = dateWords(cancelDate)
  const who = letter.requestedBy === 'Customer' ? 'You' : requesterName(letter.requestedBy, letter.contract)
  const isOurs = letter.requestedBy === 'Administrator'
  const requestSentence = isOurs
    ? `We intend to cancel your contract as of ${day}.`
    : `${who} asked us to cancel your contract as of ${day}.`
  const comesTo = comesToWords(letter)
  const stays = 'Your contract remains in force, and no refund is due.'
  const figures = 'The figures below belong to that request.'
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
            `This is a quote. Your contract remains in force until it is cancelled.${until && ` The quote is valid until ${until}.`}`,
          ]
        : [
            wanted,
            `The quote has expired${until && `; it was valid until ${until}`}. Your contract remains in force.`,
          ]
    }
    case 'Requested':
      return [
        `${requestSentence} ${comesTo}`,
        'The request is under review. Your contract remains in force until it is cancelled.',
      ]
    case 'NeedsInfo':
      return [
        requestSentence,
        'We cannot figure your refund yet because information is missing. Your contract remains in force until it is cancelled.',
      ]
    case 'Approved':
      return [`${requestSentence} ${comesTo}`, 'The request is approved and will be processed shortly.']
    case 'Denied':
      return [
        requestSentence,
        `The request was denied${denyReason === null ? '' : `: ${denyReason}`}${denyReason?.endsWith('.') ? '' : '.'} ${stays}${calculation ? ` ${figures}` : ''}`,
      ]
    case 'Withdrawn':
      return [requestSentence, `The request was withdrawn. ${stays}${calculation ? ` ${figures}` : ''}`]
    case 'Executed':
    case 'Active':
      return [
        `${isOurs ? `We have cancelled your contract as of ${day}.` : `Your contract is cancelled as of ${day}, as ${who === 'You' ? 'you' : who} requested.`} ${comesTo}`,
      ]
    case 'Reversed':
      return [
        `Your contract was cancelled as of ${day}. ${reinstateDate === null ? 'It has been reinstated.' : `It was reinstated on ${dateWords(reinstateDate)}.`} The cancellation no longer applies.`,
        'The figures below belong to the cancellation.',
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

/** What the reader should do next. */
export function nextSteps(letter: CancelLetter): string[] {
  const { status, validUntil } = letter
  switch (status) {
    case 'Quote':
      return [
        validUntil === null
          ? 'If you want to cancel, tell us or your dealer.'
          : `If you want to cancel, tell us or your dealer by ${dateWords(validUntil)}. The figures hold unless something changes before then, such as a paid claim.`,
        ...toSend(letter),
        ...aboutLoan(letter),
        'If you want to keep your contract, you do not need to do anything.',
      ]
    case 'Expired':
      return ['If you still want to cancel, ask us or your dealer for a new quote.']
    case 'Requested':
    case 'NeedsInfo':
    case 'Approved':
    case 'Executed':
    case 'Active': {
      const all = [...toSend(letter), ...aboutLoan(letter), ...aboutDealer(letter)]
      return all.length > 0 ? all : ['You do not need to do anything.']
    }
    case 'Denied':
    case 'Withdrawn':
    case 'Reversed':
      return ['You do not need to do anything. Your contract continues as before.']
    default:
      return status satisfies never
  }
}

const isDone = ({ status }: CancelLetter) => status === 'Executed' || status === 'Active'

/** The missing items, in words. Not needed once the contract is cancelled. */
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
      return `the ${meter} reading on ${dateWords(cancelDate)}`
    case 'document:CancelForm':
      return 'the signed cancellation form'
    case 'document:PayoffLetter':
      return 'a letter from your lender that says the loan is paid off'
    case 'document:OdometerStatement':
      return `a statement of the ${meter} reading on ${dateWords(cancelDate)}`
    case 'document:InsuranceSettlement':
      return 'the settlement letter from your insurance company'
    case 'document:RepossessionLetter':
      return 'the repossession letter'
    case 'document:Other':
      return reason.code === DECEASED ? 'a copy of the death certificate' : 'a document that shows the reason'
    default:
      return name.replace(/^document:/, '')
  }
}

const isOpenPayment = ({ status }: CancelLetter['payments'][number]) => status === 'Pending'

/** A refund to the lender for the customer goes to the customer once the loan is paid off. */
function aboutLoan(letter: CancelLetter): string[] {
  const { calculation, payments } = letter
  const isOpen = !isDone(letter) || payments.some(isOpenPayment)
  if (!calculation || !isOpen || !goesToPayee(letter, calculation)) return []
  const { payee } = calculation
  return payee.type === 'LienHolder' && !payee.isSole
    ? [
        `If your loan with ${payee.accountHolder.name} is paid off, send us the payoff letter. The refund is then paid to you.`,
      ]
    : []
}

/** When the dealer refunds the customer, we do not see the money arrive. */
function aboutDealer(letter: CancelLetter): string[] {
  const { calculation, payments, contract } = letter
  if (!calculation || !isDone(letter) || calculation.totalRefund === 0) return []
  const isWaiting = payments.some(
    ({ forPayeeName, confirmedDate, status }) =>
      forPayeeName !== null && confirmedDate === null && status !== 'Voided',
  )
  return isWaiting
    ? [
        `If you have not received the refund from ${contract.dealer.name} by ${dateWords(calculation.refundDueDate)}, let us know.`,
      ]
    : []
}
