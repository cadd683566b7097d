import type { CancelledContract, CancelTerms, Party, PayeeTerms, PayeeType } from './facts.ts'
import { goesToEstate, impliesPayoff } from './reasons.ts'

/** The payee of a refund. */
export interface RefundPayee {
  readonly type: PayeeType
  readonly accountHolder: Party
  /** The name on the check. */
  readonly name: string
  /** No other party is named on the check. */
  readonly isSole: boolean
}

type PayeeFacts = Pick<CancelTerms, 'reason' | 'lienPaidOff'>

/** The dealer if the sale is unwound; else the lien holder if the loan is still open; else the customer. */
export function payeeByRules(contract: CancelledContract, terms: PayeeFacts): RefundPayee {
  const { dealer, lienHolder, customer } = contract
  const { reason, lienPaidOff } = terms
  if (reason.payeeRule === 'Dealer') return solePayee('Dealer', dealer)
  if (lienHolder && reason.payeeRule === 'LienHolderSole') return solePayee('LienHolder', lienHolder)
  if (lienHolder && !(lienPaidOff ?? impliesPayoff(reason)))
    return {
      ...solePayee('LienHolder', lienHolder),
      name: `${lienHolder.name} FBO ${customer.name}`,
      isSole: false,
    }
  return customerPayee(contract, terms)
}

const solePayee = (type: PayeeType, accountHolder: Party): RefundPayee => ({
  type,
  accountHolder,
  name: accountHolder.name,
  isSole: true,
})

function customerPayee({ customer, cobuyerName }: CancelledContract, { reason }: PayeeFacts): RefundPayee {
  const name = goesToEstate(reason) ? `Estate of ${customer.name}` : customer.name
  return {
    ...solePayee('Customer', customer),
    name: cobuyerName === null ? name : `${name} AND ${cobuyerName}`,
    isSole: cobuyerName === null,
  }
}

/** The payee that the terms name. Undefined if the contract has no party of that type. */
export function payeeFromTerms(
  { type, accountHolder, name }: PayeeTerms,
  contract: CancelledContract,
  terms: PayeeFacts,
): RefundPayee | undefined {
  const ruled = payeeByRules(contract, terms)
  const own = ownPayee(type, contract, terms)
  const found = accountHolder === null ? own : solePayee(type, accountHolder)
  if (!found) return undefined
  const known = [ruled, own].find((payee) => payee?.accountHolder.id === found.accountHolder.id) ?? found
  return name === null ? { ...known, type } : { ...known, type, name, isSole: true }
}

function ownPayee(type: PayeeType, contract: CancelledContract, terms: PayeeFacts): RefundPayee | undefined {
  switch (type) {
    case 'Customer':
      return customerPayee(contract, terms)
    case 'Dealer':
      return solePayee('Dealer', contract.dealer)
    case 'LienHolder':
      return contract.lienHolder ? solePayee('LienHolder', contract.lienHolder) : undefined
    case 'Other':
      return undefined
    default:
      return type satisfies never
  }
}

/** The payee by the rules, if the named payee matches it by its own name or by the name on the check. */
export function matchingPayee(named: RefundPayee, ruled: RefundPayee): RefundPayee | undefined {
  const isSame = named.type === ruled.type && named.accountHolder.id === ruled.accountHolder.id
  const names = [ruled.name, ruled.accountHolder.name].map((name) => name.toLowerCase())
  return isSame && names.includes(named.name.toLowerCase()) ? ruled : undefined
}
