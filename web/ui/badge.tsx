import type { ReactNode } from 'react'

export type Tone = 'good' | 'wait' | 'bad' | 'off' | 'info'

/** States as the API spells them. What is not named here is neutral. */
const tones: Readonly<Record<string, Tone>> = {
  ...{
    Active: 'good',
    Approved: 'good',
    Executed: 'good',
    Paid: 'good',
    Open: 'info',
    Completed: 'good',
    Cleared: 'good',
  },
  ...{ Confirmed: 'good', Signed: 'good', Funded: 'good', Authorized: 'good', Closed: 'off', Posted: 'info' },
  ...{
    Pending: 'wait',
    NeedsInfo: 'wait',
    Requested: 'wait',
    OnHold: 'wait',
    Hold: 'wait',
    Held: 'wait',
    Unpaid: 'wait',
  },
  ...{
    Submitted: 'wait',
    Quote: 'info',
    Quoted: 'info',
    Draft: 'info',
    New: 'info',
    Running: 'info',
    Partial: 'wait',
  },
  ...{
    Overdue: 'bad',
    Denied: 'bad',
    Failed: 'bad',
    Rejected: 'bad',
    Returned: 'bad',
    Missing: 'bad',
    Locked: 'bad',
  },
  ...{
    Cancelled: 'off',
    Canceled: 'off',
    Expired: 'off',
    Voided: 'off',
    Inactive: 'off',
    Withdrawn: 'off',
    Reversed: 'off',
  },
}

export interface StatusProps {
  /** The state as the API spells it; it decides the colour. */
  readonly value: string
  /** The word that people read. Without it, the state itself. */
  readonly title?: ReactNode
  readonly tone?: Tone | undefined
  readonly testid?: string | undefined
}

/** A state by word and colour. */
export function Status({ value, title, tone = tones[value] ?? 'off', testid }: StatusProps) {
  return (
    <span className="badge" data-tone={tone} data-testid={testid}>
      {title ?? value}
    </span>
  )
}

/** A small word at something, such as "Required" or "2 new". */
export function Tag({ tone = 'off', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  )
}
