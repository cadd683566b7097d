import type { CancelCalculation } from '../cancellation/results.ts'
import { counted, dateWords } from '../contract-form/words.ts'
import type { Section } from '../letter.ts'
import type { CancelLetter } from './facts.ts'
import { findStep } from './facts.ts'

/** The law behind the refund, and what it says of the day. */
export function ruleSection(letter: CancelLetter, calculation: CancelCalculation): Section {
  const paragraphs = [ruleWords(calculation), freeLookWords(letter, calculation)]
  return { heading: 'The rule that counts', blocks: [{ kind: 'text', paragraphs }] }
}

function ruleWords(calculation: CancelCalculation): string {
  const { state, ruleCode, side } = calculation
  const rule = findStep(calculation, 'rule')
  const sold = `Your contract was sold in ${state}.`
  const law = rule?.source ? ` (${rule.source})` : ''
  const which =
    rule?.clause === state
      ? `The rule for such contracts there is ${ruleCode}${law}.`
      : `There is no rule of its own for such contracts there, so our general one counts, ${ruleCode}${law}.`
  const provider = side === 'Provider' ? ' It is the rule for a contract that its provider cancels.' : ''
  const { noticeDays } = rule?.inputs ?? {}
  const notice =
    noticeDays === undefined
      ? ''
      : ` It asks that we write to you at least ${counted(Number(noticeDays), 'day')} before we do.`
  return `${sold} ${which}${provider}${notice}`
}

function freeLookWords(
  { cancelDate, noticeReceivedDate, reason }: CancelLetter,
  calculation: CancelCalculation,
): string {
  const { isFreeLook, freeLookEndDate, method } = calculation
  const { freeLookDays = 0, isTransferred = false } = findStep(calculation, 'freeLook')?.inputs ?? {}
  const isChosen = findStep(calculation, 'unearnedFactor')?.clause === 'method set by hand'
  if (isTransferred === true)
    return `The free look was that of the first owner, and does not pass on.${whole()}`
  const look = `the free look of ${counted(Number(freeLookDays), 'day')} from the sale`
  const until = dateWords(freeLookEndDate)
  if (isFreeLook) {
    const all = method === 'FLAT' ? ', in which the whole price is refunded' : ''
    return `The cancellation falls into ${look}, until ${until}${all}.`
  }
  const counts = cancelDate > noticeReceivedDate ? cancelDate : noticeReceivedDate
  if (counts <= freeLookEndDate)
    return `The cancellation falls into ${look}, until ${until}. Because a claim was paid, the refund is figured as it is afterwards, without a fee.${whole()}`
  return `T${look.slice(1)} ended on ${until}.${whole()}`

  /** Some reasons undo the sale. */
  function whole(): string {
    return method === 'FLAT' && !isChosen
      ? ` For the reason “${reason.name}” the whole price is refunded.`
      : ''
  }
}
