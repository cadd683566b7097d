import type { Tone } from '../ui/badge.tsx'

/** States of claims and details that the kit does not know, or that mean something else here. */
const tones: Readonly<Record<string, Tone>> = {
  Open: 'wait',
  InReview: 'info',
  OnHold: 'wait',
  Hold: 'wait',
  Inspection: 'wait',
  PendingApproval: 'wait',
  PaymentRequested: 'info',
  Ordered: 'wait',
  Assigned: 'info',
  Scheduled: 'info',
  Reviewed: 'good',
  InProcess: 'info',
}

export const claimTone = (status: string): Tone | undefined => tones[status]
