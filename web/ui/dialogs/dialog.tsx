import { type ComponentType, type ReactNode, useContext, useEffect, useState } from 'react'
import { DepthContext, useDepth } from '../keys.ts'
import type { DialogProps } from './dialog-props.ts'

// The library's dialog is as heavy as a room, and a screen is read before anything is opened on it.
let Opened: ComponentType<DialogProps> | undefined
let loading: Promise<unknown> | undefined

/** Loads what draws dialogs. One that could not be loaded is tried again the next time. */
function loadDialogs(): Promise<unknown> {
  loading ??= import('./opened-dialog.tsx').then(
    (module) => {
      Opened = module.default
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

const PAUSE_MILLISECONDS = 2_000

/** Whoever uses the page may soon open a dialog. What it needs is loaded in a pause, where nobody waits for a key. */
export function loadDialogsInPause(): void {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const load = () => {
    ending.abort()
    // The dialog that needs it tries again, and tells why it cannot be loaded.
    loadDialogs().catch(() => undefined)
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(load, PAUSE_MILLISECONDS)
  }
  for (const event of ['pointerdown', 'keydown'])
    window.addEventListener(event, wait, { signal: ending.signal, passive: true })
}

/** A dialog. The keys of the page rest while it is open. */
export function Dialog(props: DialogProps) {
  const depth = useContext(DepthContext) + 1
  useDepth(depth, props.open)
  const Shown = useOpened(props.open)
  if (!Shown) return null
  return (
    <DepthContext value={depth}>
      <Shown {...props} />
    </DepthContext>
  )
}

/**
 * What draws the dialog, once it is loaded and the dialog was opened. Not a lazy component: React keeps those back for
 * 300 ms after an empty place was shown.
 */
function useOpened(open: boolean): ComponentType<DialogProps> | undefined {
  const [shown, setShown] = useState<{ readonly is: ComponentType<DialogProps> | undefined }>({
    is: undefined,
  })
  if (open && !shown.is && Opened) setShown({ is: Opened })
  useEffect(() => {
    if (!open || Opened) return undefined
    let isGone = false
    loadDialogs().then(
      () => isGone || setShown({ is: Opened }),
      (error: unknown) =>
        isGone ||
        setShown(() => {
          throw error
        }),
    )
    return () => {
      isGone = true
    }
  }, [open])
  return shown.is
}

/** The buttons at the foot of a dialog; the main one last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-footer">{children}</div>
}
