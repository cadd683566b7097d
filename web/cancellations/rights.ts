import { useCan, useIsPartner, useSession } from '../api/session.ts'

/** What the caller may do with cancellations. One operation has several actions, and not every caller may do each. */
export interface CancelRights {
  /** Quote, request, change, submit and withdraw. */
  readonly request: boolean
  /** Approve, execute and deny: the administrator's cancel desk. */
  readonly desk: boolean
  readonly reinstate: boolean
  /** Set figures by hand. */
  readonly override: boolean
  /** Say that the customer has the money. The service decides whether it is this caller's payment. */
  readonly confirm: boolean
  readonly changePayee: boolean
  readonly upload: boolean
}

export function useRights(): CancelRights {
  const can = useCan()
  const isPartner = useIsPartner()
  const { permissions } = useSession()
  const request = can('POST /v2/cancelrequests/{identifier}')
  const desk = request && !isPartner
  return {
    request,
    desk,
    reinstate: !isPartner && permissions.includes('contracts:reinstate'),
    override: desk && permissions.includes('cancels:override'),
    confirm: request,
    changePayee: desk,
    upload: can('POST /contracts/{contractId}/documents'),
  }
}
