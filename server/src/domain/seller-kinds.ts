/** Who sold a contract. The cancel rules of some states leave out some of them. */
export const sellerKinds = ['Dealer', 'Manufacturer', 'Bank', 'CreditUnion'] as const
export type SellerKind = (typeof sellerKinds)[number]
