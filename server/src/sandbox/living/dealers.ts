import { crowdSellers, type Market } from '../contracts/deals.ts'
import {
  type CrowdHolder,
  crowdCustomFields,
  crowdMembers,
  drawPaymentMethods,
  numbered,
} from '../crowd/parts.ts'
import { crowdLienHolders } from '../crowd/servicers.ts'
import type { SandboxCaller } from '../crowd/world.ts'

// Who sells and lends in the last twelve months: the crowd, and dealers of the group and the agent that the documentation
// names. Those account holders sell nothing themselves, and their callers would have nothing to see.

const dealerRows = [
  { name: 'Juniper Ridge Ford', city: 'San Antonio', make: 'FORD' },
  { name: 'Pecan Bayou Honda', city: 'Houston', make: 'HONDA' },
  { name: 'Trinity Forks Toyota', city: 'Fort Worth', make: 'TOYOTA' },
]

/** They come after all other account holders, so that those keep their ids. */
export const livingDealers = (): CrowdHolder[] =>
  crowdMembers('Dealer', numbered('D', 6_041, dealerRows), ({ make }, drawing) => {
    const { draws, at } = drawing
    const since = draws.date('2018-02-01', '2020-10-31')
    return {
      ...{ since, group: 'G100', agent: 'A100' },
      facts: {
        ...drawPaymentMethods(drawing, since),
        ...{ dealerType: 'Franchise', franchiseMakes: [make], refundPayer: 'Administrator' },
        licenseNumber: `${at.state}-D${draws.digits(5)}`,
        remitDayOfMonth: 10,
        statementCycle: 'Monthly',
      },
      customFields: crowdCustomFields(drawing),
    }
  })

/** A dealer's caller that has contracts to see. */
export const livingCallers: readonly SandboxCaller[] = [
  { name: 'sandbox-dealer-d6041', role: 'Dealer', scope: ['Dealer', 'D6041'] },
]

/** The callers to begin with, and what each is. */
export const shownFirst = [
  ['sandbox-dealer-d6041', 'a dealer'],
  ['sandbox-agent-a100', 'an agent'],
  ['sandbox-lienholder-l100', 'a lien holder'],
] as const

const repeated = <One>(times: number, list: readonly One[]): One[] =>
  Array.from({ length: times }, () => list).flat()

/** The dealers of the group have almost half of the deals, and the lien holder a third of the loans. Half of the crowd sells. */
export const livingMarket = (): Market => ({
  dealers: [...repeated(3, livingDealers()), ...crowdSellers().filter((_, at) => at % 2 === 0)],
  lienHolders: [...repeated(7, ['L100']), ...crowdLienHolders().map(({ number }) => number)],
  areStillBuilt: true,
})
