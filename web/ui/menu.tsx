import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { useGo } from '../api/address.ts'
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

export interface MenuProps {
  /** What the button says. With `icon` alone it is its name for screen readers. */
  readonly label: string
  readonly icon?: IconName | undefined
  readonly isIconOnly?: boolean | undefined
  readonly kind?: 'plain' | 'quiet' | undefined
  readonly items: readonly (MenuItem | false | null | undefined)[]
}

export function Menu({ label, icon, isIconOnly = false, kind = 'plain', items }: MenuProps) {
  const shown = items.filter((item): item is MenuItem => Boolean(item))
  return (
    <Base.Root>
      <Base.Trigger
        className={classes('button', `button-${kind}`, isIconOnly && 'button-icon')}
        {...(isIconOnly ? { 'aria-label': label } : {})}
      >
        {icon && <Icon name={icon} size={isIconOnly ? 20 : 16} />}
        {!isIconOnly && <span>{label}</span>}
        {!isIconOnly && <Icon name="down" />}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" collisionPadding={8} className="menu-place">
          <Base.Popup className="menu">
            {shown.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move while it is open
              <Item key={index} {...item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ title, icon, onSelect, to, kind = 'plain', disabledReason, isTicked }: MenuItem) {
  const go = useGo()
  const words = (
    <span className="menu-words">
      {title}
      {disabledReason && <small>{disabledReason}</small>}
    </span>
  )
  if (isTicked !== undefined)
    return (
      <Base.CheckboxItem className="menu-item" checked={isTicked} onCheckedChange={() => onSelect?.()}>
        <span className="menu-tick" data-ticked={isTicked || undefined}>
          {isTicked && <Icon name="check" />}
        </span>
        {words}
      </Base.CheckboxItem>
    )
  return (
    <Base.Item
      className={classes('menu-item', kind === 'danger' && 'menu-item-danger')}
      disabled={disabledReason !== undefined}
      onClick={() => (to === undefined ? onSelect?.() : go(to))}
    >
      {icon && <Icon name={icon} />}
      {words}
    </Base.Item>
  )
}
