import type { Section } from '../letter.ts'
import type { ContractForm, FormParty } from './form.ts'

// What a form says about exclusions and about making a claim.

export const exclusionSections = ({ exclusions }: ContractForm): Section[] =>
  exclusions.length === 0
    ? []
    : [{ heading: 'What is not covered', blocks: [{ kind: 'text', paragraphs: exclusions }] }]

export const claimSection = (form: ContractForm): Section => ({
  heading: 'How to make a claim',
  blocks: [{ kind: 'text', paragraphs: claimParagraphs(form) }],
})

/** The program's own words if it has any, and how to reach the administrator in any case. */
export const claimParagraphs = (form: ContractForm): string[] => [
  ...(form.claimSteps.length > 0 ? form.claimSteps : usualSteps(form)),
  reachWords(form),
]

function usualSteps({ coverage, item }: ContractForm): string[] {
  switch (coverage.coverageType) {
    case 'Waiver':
      return [
        'Tell us about a total loss as soon as your insurer declares it. Keep making your loan payments until we have decided the claim.',
        'Send us the settlement and the valuation of your insurer, the payoff letter and the payment history of your lien holder, your finance agreement, and the police report if there is one.',
      ]
    case 'Service':
      return [
        'Make an appointment at the selling dealer or at a shop that we name, and show this contract. The shop reports the service to us, and we pay the shop.',
      ]
    case 'Stated':
    case 'Exclusionary':
      return [
        `Stop using the ${nounOf(item)} if that could cause more damage. Take it to ${item.kind === 'Vehicle' ? 'the selling dealer or a licensed repair shop' : 'a repair shop that we name'}, and show this contract.`,
        'The shop must call us before it begins the repair. We cover only work that we have authorized. If the cause is not clear, the shop needs your permission to take the parts apart; we pay for that if the failure is covered.',
        'Pay your deductible and whatever the contract does not cover to the shop. Keep your maintenance records and receipts; we may ask for them.',
      ]
    default:
      return coverage.coverageType satisfies never
  }
}

const nounOf = ({ kind }: ContractForm['item']) => (kind === 'Vehicle' ? 'vehicle' : 'item')

const reachWords = ({ administrator, contractNumber }: ContractForm) =>
  `${reachAt(administrator)} Have ${contractNumber === null ? 'your contract number' : `the contract number ${contractNumber}`} at hand.`

/** How to reach a company: by phone, by email, or at its address above. */
export function reachAt({ name, phone, email }: FormParty): string {
  if (phone && email) return `Call ${name} at ${phone}, or write to ${email}.`
  if (phone) return `Call ${name} at ${phone}.`
  return email ? `Write to ${name} at ${email}.` : `Write to ${name} at its address above.`
}
