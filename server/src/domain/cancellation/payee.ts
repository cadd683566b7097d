import type { CancelledContract, CancelTerms, Party, PayeeTerms, PayeeType } from './facts.ts'
import { goesToEstate, impliesPayoff } from './reasons.ts'

/** Whom a refund belongs to. */
export interface Payee {
  readonly type: PayeeType
  readonly accountHolder: Party
  /** As it stands on the cheque. */
  readonly name: string
  /** Nobody else is named on it. */
  readonly isSole: boolean
}

type TermsGiven = Pick<CancelTerms, 'reason' | 'lienPaidOff'>

/** The first that fits: the dealer of a sale that is unwound, who lent the money and is still owed it, the customer. */
export function payeeByRules(contract: CancelledContract, terms: TermsGiven): Payee {
  const { dealer, lienHolder, customer } = contract
  const { reason, lienPaidOff } = terms
  if (reason.payeeRule === 'Dealer') return alone('Dealer', dealer)
  if (lienHolder && reason.payeeRule === 'LienHolderSole') return alone('LienHolder', lienHolder)
  if (lienHolder && !(lienPaidOff ?? impliesPayoff(reason)))
    return {
      ...alone('LienHolder', lienHolder),
      name: `${lienHolder.name} FBO ${customer.name}`,
      isSole: false,
    }
  return customerOf(contract, terms)
}

const alone = (type: PayeeType, accountHolder: Party): Payee => ({
  type,
  accountHolder,
  name: accountHolder.name,
  isSole: true,
})

function customerOf({ customer, cobuyerName }: CancelledContract, { reason }: TermsGiven): Payee {
  const name = goesToEstate(reason) ? `Estate of ${customer.name}` : customer.name
  return {
    ...alone('Customer', customer),
    name: cobuyerName === null ? name : `${name} AND ${cobuyerName}`,
    isSole: cobuyerName === null,
  }
}

/** The payee that somebody names; nothing where the contract has none of the type. */
export function payeeFromTerms(
  { type, accountHolder, name }: PayeeTerms,
  contract: CancelledContract,
  terms: TermsGiven,
): Payee | undefined {
  const ruled = payeeByRules(contract, terms)
  const own = ownPayee(type, contract, terms)
  const found = accountHolder === null ? own : { ...alone(type, accountHolder) }
  if (!found) return undefined
  const known = [ruled, own].find((one) => one?.accountHolder.id === found.accountHolder.id) ?? found
  return name === null ? { ...known, type } : { ...known, type, name, isSole: true }
}

function ownPayee(type: PayeeType, contract: CancelledContract, terms: TermsGiven): Payee | undefined {
  switch (type) {
    case 'Customer':
      return customerOf(contract, terms)
    case 'Dealer':
      return alone('Dealer', contract.dealer)
    case 'LienHolder':
      return contract.lienHolder ? alone('LienHolder', contract.lienHolder) : undefined
    case 'Other':
      return undefined
    default:
      return type satisfies never
  }
}

/** The payee of the rules where that is meant, by its own name or by the one on the cheque; nothing where it is another. */
export function matchingPayee(named: Payee, ruled: Payee): Payee | undefined {
  const isSame = named.type === ruled.type && named.accountHolder.id === ruled.accountHolder.id
  const names = [ruled.name, ruled.accountHolder.name].map((name) => name.toLowerCase())
  return isSame && names.includes(named.name.toLowerCase()) ? ruled : undefined
}
