import { useEffect, useRef } from 'react'

const GAP = 6
const EDGE = 8
/** Long enough to move the pointer from the button onto the text. */
const LINGER_MILLISECONDS = 150

/**
 * Why the button before it cannot be pressed: read out with the button, and shown at pointer and focus. The browser
 * draws it above everything, so that no dialog or scroller cuts it off.
 */
export function Reason({ id, text }: { readonly id: string; readonly text: string }) {
  const popup = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = popup.current
    const button = shown?.previousElementSibling
    return shown && button instanceof HTMLElement ? follow(button, shown) : undefined
  }, [])
  return (
    <span id={id} ref={popup} popover="manual" role="tooltip" className="tooltip">
      {text}
    </span>
  )
}

/** Shows the text while the pointer or the focus is on the button. Escape hides it, and only it. */
function follow(button: HTMLElement, popup: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    if (!isOpen(popup)) popup.showPopover()
    place(popup, button.getBoundingClientRect())
  }
  const hide = () => {
    clearTimeout(timer)
    timer = setTimeout(() => isOpen(popup) && popup.hidePopover(), LINGER_MILLISECONDS)
  }
  for (const part of [button, popup]) {
    part.addEventListener('pointerenter', show, { signal })
    part.addEventListener('pointerleave', hide, { signal })
  }
  button.addEventListener('focus', () => button.matches(':focus-visible') && show(), { signal })
  button.addEventListener('blur', hide, { signal })
  const dismiss = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen(popup)) return
    event.stopPropagation()
    popup.hidePopover()
  }
  document.addEventListener('keydown', dismiss, { signal, capture: true })
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}

const isOpen = (popup: HTMLElement) => popup.matches(':popover-open')

/** Below the button, or above if there is no room; never beyond the edge of the window. */
function place(popup: HTMLElement, button: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = popup
  const left = Math.min(button.left + button.width / 2 - width / 2, innerWidth - width - EDGE)
  const isBelow = button.bottom + GAP + height < innerHeight
  popup.style.left = `${Math.max(EDGE, left)}px`
  popup.style.top = `${isBelow ? button.bottom + GAP : button.top - GAP - height}px`
}
