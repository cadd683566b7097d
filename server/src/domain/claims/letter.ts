import { holderLines, holderNames, itemFact } from '../contract-form/holder.ts'
import { counted, dateWords, meterWords, moneyWords, partyLines, usageWords } from '../contract-form/words.ts'
import { addDays, type CalendarDate } from '../dates.ts'
import type { Fact, Letter, Section } from '../letter.ts'
import { type Cents, sumCents } from '../money.ts'
import { detailSections, settlementSection } from './letter-details.ts'
import { type ClaimLetter, isAuthorized, isDenied, isUndecided } from './letter-facts.ts'

// The decision on a claim as a letter to the customer: what was asked, what we pay, what the customer pays, why, what is
// missing, and how to appeal.

/** The content of the letter. */
export function claimLetter(letter: ClaimLetter): Letter {
  const { contract, number } = letter
  const { administrator } = contract
  const contractNumber = contract.contractNumber ?? ''
  const heading = headingOf(letter)
  return {
    writtenAt: letter.writtenAt,
    title: `${heading} ${number}`,
    sender: [administrator.name, ...partyLines(administrator)],
    date: dateWords(letter.date),
    addressee: holderLines(contract),
    references: [
      { label: 'Claim', lines: [number] },
      { label: 'Contract', lines: [contractNumber] },
    ],
    heading,
    opening: [`Dear ${holderNames(contract)},`, ...openingParagraphs(letter)],
    glance: glanceOf(letter),
    sections: [
      claimSection(letter),
      ...detailSections(letter),
      ...settlementSection(letter),
      ...missingSection(letter),
      ...paymentSection(letter),
      appealSection(letter),
    ],
    closing: [
      `If you have questions, write or call us and mention claim ${number}.`,
      'Sincerely,',
      administrator.name,
    ],
    footer: [`Claim ${number}`, `Contract ${contractNumber}`].join(' · '),
  }
}

const hasUndecided = ({ details, isVoided, deniedReason }: ClaimLetter): boolean =>
  !isVoided && (details.some(isUndecided) || (details.length === 0 && deniedReason === null))

const isAllDenied = ({ details, deniedReason }: ClaimLetter): boolean =>
  details.length === 0 ? deniedReason !== null : details.every(isDenied)

const hasDecision = (letter: ClaimLetter): boolean =>
  isAllDenied(letter) || letter.details.some((detail) => !isUndecided(detail))

function headingOf(letter: ClaimLetter): string {
  if (letter.isVoided) return 'Your claim is voided'
  if (isAllDenied(letter)) return 'Your claim is denied'
  if (letter.details.every(isAuthorized) && letter.details.length > 0) return 'Your claim is authorized'
  return letter.details.every(isUndecided) ? 'Your claim is under review' : 'Our decision on your claim'
}

/** What we pay for what is authorized. */
const wePay = ({ details }: ClaimLetter): Cents =>
  sumCents(details.filter(isAuthorized).map(({ figures }) => figures.payable))

/** What the customer pays of what is decided. */
const youPay = ({ details }: ClaimLetter): Cents =>
  sumCents(details.filter((detail) => !isUndecided(detail)).map(({ figures }) => figures.customerPay))

function openingParagraphs(letter: ClaimLetter): string[] {
  const { lossDate, number, contract } = letter
  const about = `This is about your claim ${number} for the loss on ${dateWords(lossDate)} under contract ${contract.contractNumber ?? ''}.`
  return [`${about} ${decisionSentence(letter)}`, ...coverageParagraph(letter)]
}

function decisionSentence(letter: ClaimLetter): string {
  if (letter.isVoided) return 'The claim was voided. We pay nothing under it.'
  if (isAllDenied(letter)) {
    const reason = letter.details.length === 0 ? ` Reason: ${letter.deniedReason}.` : ''
    return `We cannot pay it.${reason} The reasons and the clauses of your contract are below.`
  }
  if (letter.details.every(isUndecided)) return 'We have not decided it yet.'
  const amounts = letter.settlement
    ? `We pay ${moneyWords(wePay(letter))}.`
    : `We pay ${moneyWords(wePay(letter))}, and you pay ${moneyWords(youPay(letter))}.`
  return hasUndecided(letter) ? `${amounts} We have not decided everything yet.` : amounts
}

/** Why the contract does not cover the loss, unless everything was authorized. */
function coverageParagraph(letter: ClaimLetter): string[] {
  const { coverage, details, isVoided } = letter
  if (coverage.inForce || isVoided || (details.length > 0 && details.every(isAuthorized))) return []
  const reasons = coverage.reasons.map(({ code, message }) =>
    // Why a contract is on hold may be nobody else's business.
    code === 'HoldBlocksClaims' ? 'The contract is on hold, and claims wait.' : withDateWords(message),
  )
  return [`Your contract does not cover this loss. ${reasons.join(' ')}`]
}

const withDateWords = (message: string): string =>
  message.replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => dateWords(date as CalendarDate))

const fact = (label: string, ...lines: readonly string[]): Fact => ({ label, lines })

function glanceOf(letter: ClaimLetter): Fact[] {
  const { details, settlement, authorization } = letter
  const isDecided = details.some((detail) => !isUndecided(detail))
  return [
    ...(isDecided ? [fact('We pay', moneyWords(wePay(letter)))] : []),
    ...(isDecided && !settlement ? [fact('You pay', moneyWords(youPay(letter)))] : []),
    ...(authorization && details.some(({ status }) => status === 'Authorized')
      ? [fact('Authorization', authorization.number, `valid until ${dateWords(authorization.until)}`)]
      : []),
    ...(hasDecision(letter) ? [fact('Appeal until', dateWords(appealUntil(letter)))] : []),
  ]
}

const appealUntil = ({ date, appealDays }: ClaimLetter): CalendarDate => addDays(date, appealDays)

function claimSection({ contract, lossDate, lossOdometer, facilityName }: ClaimLetter): Section {
  const { coverage, formNumber } = contract
  const facts = [
    fact('Contract', coverage.productName, ...(coverage.planName === '' ? [] : [coverage.planName])),
    itemFact(contract),
    fact('Form', formNumber),
    fact('Date of loss', dateWords(lossDate)),
    ...(lossOdometer === null
      ? []
      : [fact(meterWords(coverage.usageUnit), usageWords(lossOdometer, coverage.usageUnit))]),
    ...(facilityName === null ? [] : [fact('Repair shop', facilityName)]),
  ]
  return { heading: 'Your claim', blocks: [{ kind: 'facts', columns: 4, facts }] }
}

function missingSection(letter: ClaimLetter): Section[] {
  if (!hasUndecided(letter)) return []
  const paragraphs =
    letter.missing.length === 0
      ? ['We need nothing from you at the moment.']
      : ['Before we can decide, this is still missing:', ...letter.missing.map((words) => `- ${words}`)]
  return [{ heading: 'What is still missing', blocks: [{ kind: 'text', paragraphs }] }]
}

function paymentSection({ payments }: ClaimLetter): Section[] {
  if (payments.length === 0) return []
  return [
    {
      heading: 'Payments',
      blocks: [
        {
          kind: 'table',
          columns: [
            { heading: 'Paid to', share: 3 },
            { heading: 'State', share: 1 },
            { heading: 'Amount', share: 1, isAmount: true },
          ],
          rows: payments.map(({ payeeName, isPaid, amount }) => ({
            cells: [payeeName, isPaid ? 'Paid' : 'Being paid', moneyWords(amount)],
          })),
        },
      ],
    },
  ]
}

function appealSection(letter: ClaimLetter): Section {
  const { number, appealDays, contract } = letter
  const days = counted(appealDays, 'day')
  return {
    heading: 'If you do not agree',
    blocks: [
      {
        kind: 'text',
        paragraphs: [
          hasDecision(letter)
            ? `You can appeal until ${dateWords(appealUntil(letter))}, ${days} from the date of this letter.`
            : `When we have decided, you can appeal within ${days} of the letter with our decision.`,
          `Write to ${contract.administrator.name}, mention claim ${number}, and tell us which decision you do not agree with and why. Add what supports it, such as an estimate, photos or maintenance records. We look at the claim again and answer in writing.`,
        ],
      },
    ],
  }
}
