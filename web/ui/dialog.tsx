import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useContext, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { DepthContext, useDepth } from './keys.ts'
import { useKitText } from './kit-text.ts'

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

export function Dialog({ open, onClose, isKept = false, ...rest }: DialogProps) {
  const depth = useContext(DepthContext) + 1
  useDepth(depth, open)
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { event }) => !isOpen && !isAtToast(event) && onClose()}
      disablePointerDismissal={isKept}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <DepthContext value={depth}>
          <Popup {...rest} />
        </DepthContext>
      </Base.Portal>
    </Base.Root>
  )
}

function Popup({
  title,
  size = 'medium',
  description,
  initialFocus,
  children,
}: Omit<DialogProps, 'open' | 'onClose' | 'isKept'>) {
  const t = useKitText()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Popup
      ref={popup}
      className={classes('dialog', `dialog-${size}`)}
      initialFocus={initialFocus ?? ((opened) => opened === 'touch' || firstField(popup.current))}
    >
      <div className="dialog-head">
        <Base.Title className="dialog-title">{title}</Base.Title>
        <Base.Close className="button button-quiet button-icon" aria-label={t('close')}>
          <Icon name="close" size={20} />
        </Base.Close>
      </div>
      {description && <Base.Description className="dialog-description">{description}</Base.Description>}
      <div className="dialog-body">{children}</div>
    </Base.Popup>
  )
}

/** A form begins with its first field, and not with the cross. A phone would open its keyboard for that. */
const firstField = (popup: HTMLElement | null): HTMLElement | true =>
  popup?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):enabled') ?? true

/** A press on a toast lies beside the dialog, but it is not meant for it. */
const isAtToast = ({ target }: Event) => target instanceof Element && target.closest('.toasts') !== null

/** The buttons at the foot of a dialog; the main one last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-footer">{children}</div>
}
