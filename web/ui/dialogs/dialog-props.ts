import type { ReactNode, RefObject } from 'react'

export interface DialogProps {
  readonly title: ReactNode
  readonly open: boolean
  /** Escape, the cross or a press beside the dialog. */
  readonly onClose: () => void
  readonly size?: 'small' | 'medium' | 'large' | 'full' | undefined
  /** A sentence below the title, read out with it. */
  readonly description?: ReactNode
  /** What is to be focused first, if not the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  /** A press beside the dialog does not close it: for forms, where it would lose what was typed. */
  readonly isKept?: boolean | undefined
  readonly children: ReactNode
}
