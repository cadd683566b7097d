import type { PPMClaimEventCreateData } from '../../../sdk/src/types.gen.ts'

/** A visit while it is entered. */
export interface VisitDraft {
  readonly serviceCode: string
  readonly serviceDate: string
  readonly odometer: number | undefined
  readonly invoiceNumber: string
}

export const emptyVisit: VisitDraft = {
  ...{ serviceCode: '', serviceDate: '', odometer: undefined, invoiceNumber: '' },
}

export const isVisitReady = ({ serviceCode, serviceDate }: VisitDraft): boolean =>
  serviceCode !== '' && serviceDate !== ''

export const visitBody = (visit: VisitDraft): PPMClaimEventCreateData => ({
  ...{ serviceCode: visit.serviceCode, serviceDate: visit.serviceDate },
  ...(visit.odometer === undefined ? {} : { odometer: visit.odometer }),
  ...(visit.invoiceNumber.trim() === '' ? {} : { invoiceNumber: visit.invoiceNumber.trim() }),
})
