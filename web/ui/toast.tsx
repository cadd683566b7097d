import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { useShortcut } from './keys.ts'
import { dismissToast, type ShownToast, toasts } from './toast-store.ts'
import { useKitText } from './words/kit-text.ts'

export { toast } from './toast-store.ts'

const SECONDS = 6
const SECONDS_WITH_UNDO = 12

/** Where the toasts appear. The shell shows it once, on every screen. */
export function Toasts() {
  const shown = toasts.use()
  const t = useKitText()
  const undoable = shown.findLast(({ undo }) => undo)
  useShortcut('u', () => undoable && undo(undoable), { title: t('key.undo'), isOff: !undoable })
  return (
    <div className="toasts" role="status">
      {shown.map((one) => (
        <Toast key={one.id} toast={one} />
      ))}
    </div>
  )
}

function undo(toast: ShownToast): void {
  dismissToast(toast.id)
  toast.undo?.run()
}

function Toast({ toast }: { readonly toast: ShownToast }) {
  const t = useKitText()
  const [isHeld, setHeld] = useState(false)
  const { id, kind = 'done' } = toast
  useEffect(() => {
    if (kind === 'error' || isHeld) return
    const timer = setTimeout(() => dismissToast(id), (toast.undo ? SECONDS_WITH_UNDO : SECONDS) * 1000)
    return () => clearTimeout(timer)
  }, [id, kind, isHeld, toast.undo])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever points at a toast or tabs into it gets the time to read it
    <div
      className={classes('toast', `toast-${kind}`)}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name={kind === 'error' ? 'alert' : kind === 'info' ? 'info' : 'check'} size={20} />
      <span className="toast-text">{toast.text}</span>
      {toast.undo && (
        <Button kind="quiet" size="small" onClick={() => undo(toast)}>
          {toast.undo.title ?? t('undo')}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon="close"
        aria-label={t('dismiss')}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
