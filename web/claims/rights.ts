import { useCan, useIsPartner, useSession } from '../api/session.ts'

/** What the caller may do with claims. One operation has several actions, and not every caller may do each. */
export interface ClaimRights {
  /** Enter and change what was asked for. */
  readonly write: boolean
  /** Decide: the administrator's adjusters. */
  readonly adjudicate: boolean
  readonly approve: boolean
  readonly waive: boolean
  readonly pay: boolean
  /** Order, review and cancel inspections. */
  readonly inspect: boolean
  /** Take, reject and report inspections as their company. */
  readonly report: boolean
  /** Read the contract behind the claim: its customer, lien holder and components. */
  readonly contract: boolean
  readonly isPartner: boolean
  /** A repair facility: its claims are at its own shop. */
  readonly isShop: boolean
}

export function useRights(): ClaimRights {
  const can = useCan()
  const isPartner = useIsPartner()
  const { permissions, scopes } = useSession()
  const has = (permission: string) => !isPartner && permissions.includes(permission)
  return {
    write: can('PUT /claims/{claimId}'),
    adjudicate: has('claims:adjudicate'),
    approve: has('claims:approve'),
    waive: has('claims:waive'),
    pay: can('POST /claims/{claimId}/paymentrequests'),
    inspect: can('POST /claims/{claimId}/inspections'),
    report: can('PATCH /claims/inspections/syncinspection'),
    contract: can('GET /v2/contracts/{identifier}'),
    isPartner,
    isShop: scopes.some(({ type }) => type === 'RepairFacility'),
  }
}
