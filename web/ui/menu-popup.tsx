import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { useGo } from '../api/address.ts'
import { keepAt, showAbove } from './anchored.ts'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export interface MenuItem {
  readonly title: ReactNode
  readonly icon?: IconName | undefined
  /** What the item does; or `to`, the screen it opens. */
  readonly onSelect?: (() => void) | undefined
  readonly to?: string | undefined
  readonly kind?: 'plain' | 'danger' | undefined
  readonly disabledReason?: string | undefined
  /** Given: the item is a tick that is set or not, and the menu stays open. */
  readonly isTicked?: boolean | undefined
}

interface Props {
  readonly id: string
  /** The id of the button, which names the menu. */
  readonly labelledBy: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly first: 'first' | 'last' | 'none'
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}

/** The open menu. It lies over the whole page, so that a press beside it closes it and does nothing else. */
export function MenuPopup({ id, labelledBy, anchor, first, items, onClose }: Props) {
  const veil = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  useLayoutEffect(() => {
    const [shown, button] = [menu.current, anchor.current]
    if (!veil.current || !shown || !button) return undefined
    showAbove(veil.current)
    const end = keepAt(shown, button, 'end')
    const wanted = first === 'none' ? shown : itemsIn(shown).at(first === 'first' ? 0 : -1)
    wanted?.focus({ preventScroll: true })
    return end
  }, [anchor, first])
  const close = () => {
    // Before anything else is opened, which would give the focus back to an item that is gone.
    anchor.current?.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    // The keys of the page and of a dialog below rest.
    event.stopPropagation()
    if (event.key === 'Tab') {
      // On from the button, as if the menu had not been there.
      close()
      return
    }
    const all = itemsIn(event.currentTarget)
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowDown') all.at((at + 1) % all.length)?.focus()
    else if (event.key === 'ArrowUp') all.at(at <= 0 ? -1 : at - 1)?.focus()
    else if (event.key === 'Home') all.at(0)?.focus()
    else if (event.key === 'End') all.at(-1)?.focus()
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' || event.key === ' ') all[at]?.click()
    else if (event.key.length === 1) focusTyped(event, all, at)
    else return
    event.preventDefault()
  }
  /** Letters move to the next item that begins with them. */
  const focusTyped = ({ key, timeStamp }: KeyboardEvent, all: readonly HTMLElement[], at: number) => {
    const isMore = timeStamp - typed.current.at < TYPED_MILLISECONDS
    typed.current = { text: `${isMore ? typed.current.text : ''}${key.toLowerCase()}`, at: timeStamp }
    const { text } = typed.current
    const from = text.length === 1 ? at + 1 : Math.max(0, at)
    const turned = [...all.slice(from), ...all.slice(0, from)]
    turned.find((item) => item.textContent.trim().toLowerCase().startsWith(text))?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the menu closes it, as Escape does
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu inside has the keys
    <div
      ref={veil}
      popover="manual"
      className="menu-veil"
      onClick={(event) => {
        // What the menu stands in, such as a row that opens, has nothing to do with a press here.
        event.stopPropagation()
        if (event.target === event.currentTarget) close()
      }}
    >
      <div
        ref={menu}
        id={id}
        className="menu"
        role="menu"
        aria-labelledby={labelledBy}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move while it is open
          <Item key={index} item={item} onClose={close} />
        ))}
      </div>
    </div>
  )
}

const TYPED_MILLISECONDS = 500

const itemsIn = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('.menu-item')]

function Item({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) {
  const { title, icon, onSelect, to, kind, disabledReason, isTicked } = item
  const go = useGo()
  const isTick = isTicked !== undefined
  const press = () => {
    if (disabledReason !== undefined) return
    if (!isTick) onClose()
    if (to === undefined) onSelect?.()
    else go(to)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu has the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role
    <div
      {...(isTick ? { role: 'menuitemcheckbox', 'aria-checked': isTicked } : { role: 'menuitem' })}
      aria-disabled={disabledReason === undefined ? undefined : true}
      tabIndex={-1}
      className={classes('menu-item', kind === 'danger' && 'menu-item-danger')}
      onClick={press}
      onPointerMove={follow}
      onPointerLeave={leave}
    >
      {isTick ? (
        <span className="menu-tick">{isTicked && <Icon name="check" />}</span>
      ) : (
        icon && <Icon name={icon} />
      )}
      <span className="menu-words">
        {title}
        {disabledReason && <small>{disabledReason}</small>}
      </span>
    </div>
  )
}

/** The item below the pointer is the one that the keys go on from. */
function follow({ currentTarget, pointerType }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse' && currentTarget !== document.activeElement)
    currentTarget.focus({ preventScroll: true })
}

function leave({ currentTarget, pointerType }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse') currentTarget.closest<HTMLElement>('.menu')?.focus({ preventScroll: true })
}
