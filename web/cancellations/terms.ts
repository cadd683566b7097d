import type {
  CancelRequest,
  CanceRequestExecutionData,
  NewCancelRequestData,
} from '../../sdk/src/types.gen.ts'

// What a person enters to quote or request a cancellation, and the bodies that are sent for it.

export type Requester = CancelRequest['requestedBy']
export const requesters: readonly Requester[] = [
  'Customer',
  'Dealer',
  'LienHolder',
  'Administrator',
  'Insurer',
]
/** A partner does not act for the administrator or the insurer. */
export const partnerRequesters: readonly Requester[] = ['Customer', 'Dealer', 'LienHolder']

export interface Terms {
  readonly cancelDate: string
  readonly cancelReasonCode: string
  readonly requestedBy: Requester
  readonly cancelOdometer: number | undefined
  /** Empty: today. */
  readonly noticeReceivedDate: string
  /** Empty: as the reason says. */
  readonly lienPaidOff: '' | 'yes' | 'no'
  readonly note: string
}

export const isReady = ({ cancelDate, cancelReasonCode }: Terms): boolean =>
  cancelDate !== '' && cancelReasonCode !== ''

/** The body of a quote or a request. What is not entered is not sent. */
export function newRequestBody(terms: Terms, isQuoteOnly: boolean): NewCancelRequestData {
  const { cancelDate, cancelReasonCode, requestedBy, cancelOdometer, noticeReceivedDate, note } = terms
  const lienPaidOff = paidOff(terms)
  return {
    ...{ cancelDate, cancelReasonCode, requestedBy, isQuoteOnly },
    ...(cancelOdometer === undefined ? {} : { cancelOdometer }),
    ...(noticeReceivedDate === '' ? {} : { noticeReceivedDate }),
    ...(lienPaidOff === null ? {} : { lienPaidOff }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  }
}

const paidOff = ({ lienPaidOff }: Pick<Terms, 'lienPaidOff'>): boolean | null =>
  lienPaidOff === '' ? null : lienPaidOff === 'yes'

export const termsOf = (request: CancelRequest): Terms => ({
  cancelDate: request.cancelDate,
  cancelReasonCode: request.reason.code,
  requestedBy: request.requestedBy,
  cancelOdometer: request.cancelOdometer ?? undefined,
  noticeReceivedDate: request.noticeReceivedDate,
  lienPaidOff: request.lienPaidOff === null ? '' : request.lienPaidOff ? 'yes' : 'no',
  note: request.note ?? '',
})

/** The body of an update: only what differs. Undefined if nothing does, or if the terms are not complete. */
export function updateBody(saved: Terms, draft: Terms): CanceRequestExecutionData | undefined {
  if (!isReady(draft) || draft.noticeReceivedDate === '') return undefined
  const differs = (name: keyof Terms) => saved[name] !== draft[name]
  const body = {
    ...(differs('cancelDate') ? { cancelDate: draft.cancelDate } : {}),
    ...(differs('cancelReasonCode') ? { cancelReasonCode: draft.cancelReasonCode } : {}),
    ...(differs('requestedBy') ? { requestedBy: draft.requestedBy } : {}),
    ...(differs('cancelOdometer') ? { cancelOdometer: draft.cancelOdometer ?? null } : {}),
    ...(differs('noticeReceivedDate') ? { noticeReceivedDate: draft.noticeReceivedDate } : {}),
    ...(differs('lienPaidOff') ? { lienPaidOff: paidOff(draft) } : {}),
    ...(differs('note') ? { note: draft.note.trim() === '' ? null : draft.note.trim() } : {}),
  }
  return Object.keys(body).length > 0 ? { action: 'Update', ...body } : undefined
}

/** The states in which a request waits for the desk. */
export const isOpen = ({ status }: Pick<CancelRequest, 'status'>): boolean =>
  status === 'Requested' || status === 'NeedsInfo' || status === 'Approved'
