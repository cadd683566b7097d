import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Reason } from './reason.tsx'
import { toast } from './toast-store.ts'
import { useKitText } from './words/kit-text.ts'

export type ButtonKind = 'main' | 'plain' | 'danger' | 'quiet'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly kind?: ButtonKind | undefined
  readonly size?: 'small' | 'normal' | undefined
  readonly icon?: IconName | undefined
  /** Why the button cannot be pressed now. It keeps the focus, so that everybody can read the reason. */
  readonly disabledReason?: string | undefined
  /** What the button started has not ended yet. */
  readonly isBusy?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
  readonly children?: ReactNode
}

export function Button({ disabledReason, ...props }: ButtonProps) {
  const id = useId()
  // On a touch screen nothing hovers, so a press says the reason.
  const explain = (event: MouseEvent) => {
    event.preventDefault()
    if (disabledReason) toast(disabledReason, { kind: 'info' })
  }
  const refused = disabledReason && {
    'aria-disabled': true,
    'aria-describedby': classes(props['aria-describedby'], id),
    onClick: explain,
  }
  // The button stays the same element when the reason goes, and so keeps the focus.
  return (
    <>
      <Plain {...props} {...refused} />
      {disabledReason && <Reason id={id} text={disabledReason} />}
    </>
  )
}

function Plain({ kind = 'plain', size = 'normal', icon, isBusy, children, className, ...rest }: ButtonProps) {
  const t = useKitText()
  return (
    <button
      type="button"
      {...rest}
      className={classes(
        'button',
        `button-${kind}`,
        size === 'small' && 'button-small',
        !children && 'button-icon',
        className,
      )}
      {...(isBusy ? { 'aria-disabled': true, 'aria-busy': true, onClick: stop } : {})}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
      {isBusy && <span className="visually-hidden"> {t('busy')}</span>}
    </button>
  )
}

/** A second press while the first one works would do everything twice. */
const stop = (event: MouseEvent) => event.preventDefault()
