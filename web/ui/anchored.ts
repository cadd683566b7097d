const GAP = 4
const EDGE = 8

/** Shows what the browser draws above everything, so that no dialog or scroller cuts it off. */
export function showAbove(popup: HTMLElement): void {
  if (!popup.matches(':popover-open')) popup.showPopover()
}

/**
 * Keeps a popup at its anchor while the page scrolls: below it, or above if there is more room, and never beyond the
 * edge of the window. Returns what ends it.
 */
export function keepAt(popup: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): () => void {
  let placed = ''
  const place = () => {
    placeAt(popup, anchor.getBoundingClientRect(), align)
    placed = sizeOf(popup)
  }
  const ending = new AbortController()
  const { signal } = ending
  // Any scroller may move the anchor, and scrolling does not bubble.
  addEventListener('scroll', place, { signal, capture: true, passive: true })
  addEventListener('resize', place, { signal })
  const observer = new ResizeObserver(() => sizeOf(popup) === placed || place())
  observer.observe(popup)
  place()
  return () => {
    ending.abort()
    observer.disconnect()
  }
}

const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement) => `${offsetWidth} ${offsetHeight}`

/** The page is laid out once for it, because that takes longer than everything else about opening a menu. */
function placeAt(popup: HTMLElement, anchor: DOMRect, align: 'start' | 'end'): void {
  const { style } = popup
  const { clientWidth } = document.documentElement
  style.setProperty('--anchor-width', `${anchor.width}px`)
  style.setProperty('--available-width', `${clientWidth - 2 * EDGE}px`)
  const { offsetWidth: width, offsetHeight: height } = popup
  const above = anchor.top - GAP - EDGE
  const below = innerHeight - anchor.bottom - GAP - EDGE
  const isBelow = height <= below || below >= above
  style.setProperty('--available-height', `${isBelow ? below : above}px`)
  const left = align === 'start' ? anchor.left : anchor.right - width
  style.left = `${Math.max(EDGE, Math.min(left, clientWidth - width - EDGE))}px`
  // Above the anchor, what is too tall for the room gets as tall as that.
  style.top = `${isBelow ? anchor.bottom + GAP : anchor.top - GAP - Math.min(height, above)}px`
}
