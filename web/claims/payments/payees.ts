import type { Claim, ClaimPaymentRequestCreateData, Contract } from '../../../sdk/src/types.gen.ts'

export type PayeeType = ClaimPaymentRequestCreateData['payee']['type']

/** Somebody who can be paid for the claim. */
export interface Payee {
  readonly type: PayeeType
  /** Undefined: it is looked up. */
  readonly id: number | undefined
  readonly name: string
}

/** Whom a claim can pay, the usual one first. A GAP claim pays the lien holder and nobody else. */
export function payeesOf(claim: Claim, contract: Contract | undefined): readonly Payee[] {
  const lender = contract?.lienHolder
  const lienHolder: readonly Payee[] = lender
    ? [{ type: 'LienHolder', id: lender.id, name: lender.name ?? lender.number ?? '' }]
    : []
  if (claim.claimType === 'GAP') return lienHolder
  const shop = claim.repairFacility
  const customer = contract?.customer
  const { dealer } = claim.contract
  return [
    ...(shop ? [{ type: 'RepairFacility' as const, id: shop.id, name: shop.name ?? shop.number ?? '' }] : []),
    ...(customer
      ? [{ type: 'Customer' as const, id: customer.customerId, name: customerName(customer) }]
      : []),
    { type: 'Dealer', id: dealer.id, name: dealer.name ?? dealer.number ?? '' },
    ...lienHolder,
    { type: 'ClaimPayee', id: undefined, name: '' },
  ]
}

const customerName = ({ companyName, firstName, lastName }: NonNullable<Contract['customer']>): string =>
  companyName ?? [firstName, lastName].filter(Boolean).join(' ')
