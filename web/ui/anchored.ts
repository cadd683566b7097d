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
  const place = () => placeAt(popup, anchor.getBoundingClientRect(), align)
  const ending = new AbortController()
  const { signal } = ending
  // Any scroller may move the anchor, and scrolling does not bubble.
  addEventListener('scroll', place, { signal, capture: true, passive: true })
  addEventListener('resize', place, { signal })
  const observer = new ResizeObserver(place)
  observer.observe(popup)
  place()
  return () => {
    ending.abort()
    observer.disconnect()
  }
}

function placeAt(popup: HTMLElement, anchor: DOMRect, align: 'start' | 'end'): void {
  const above = anchor.top - GAP - EDGE
  const below = innerHeight - anchor.bottom - GAP - EDGE
  const { style } = popup
  style.setProperty('--anchor-width', `${anchor.width}px`)
  style.setProperty('--available-width', `${document.documentElement.clientWidth - 2 * EDGE}px`)
  style.setProperty('--available-height', `${Math.max(above, below)}px`)
  const isBelow = popup.offsetHeight <= below || below >= above
  style.setProperty('--available-height', `${isBelow ? below : above}px`)
  const { offsetWidth: width, offsetHeight: height } = popup
  const left = align === 'start' ? anchor.left : anchor.right - width
  const most = document.documentElement.clientWidth - width - EDGE
  style.left = `${Math.max(EDGE, Math.min(left, most))}px`
  style.top = `${isBelow ? anchor.bottom + GAP : anchor.top - GAP - height}px`
}
