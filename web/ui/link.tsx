import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { useGo } from '../api/address.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path below /app, such as `/contracts/VSC-1?tab=x#money`. */
  readonly to: string
  readonly children: ReactNode
}

/** A link to another screen. With Ctrl or the middle button the browser opens a tab, as with any link. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const go = useGo()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isForBrowser =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || isForBrowser || (rest.target && rest.target !== '_self')) return
    event.preventDefault()
    afterPaint(() => go(to))
  }
  return (
    <a className="link" {...rest} href={`/app${to}`} onClick={follow}>
      {children}
    </a>
  )
}

/** A slow machine takes a while to draw another screen. Until then the browser shows that the press was taken. */
function afterPaint(act: () => void): void {
  // A tab that is not in sight paints nothing.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}
