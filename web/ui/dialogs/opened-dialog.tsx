import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useKitText } from '../words/kit-text.ts'
import type { DialogProps } from './dialog-props.ts'

export default function OpenedDialog({ open, onClose, isKept = false, ...rest }: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { event }) => !isOpen && !isAtToast(event) && onClose()}
      disablePointerDismissal={isKept}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Popup {...rest} />
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
