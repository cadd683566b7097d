import { useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { type MenuItem, MenuPopup } from './menu-popup.tsx'

export type { MenuItem } from './menu-popup.tsx'

interface MenuProps {
  /** What the button says. With `icon` alone it is its name for screen readers. */
  readonly label: string
  readonly icon?: IconName | undefined
  readonly isIconOnly?: boolean | undefined
  readonly kind?: 'plain' | 'quiet' | undefined
  readonly items: readonly (MenuItem | false | null | undefined)[]
}

/** A button that opens a menu. */
export function Menu({ label, icon, isIconOnly = false, kind = 'plain', items }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Which item has the focus first: that depends on how the menu was opened.
  const [opened, setOpened] = useState<'first' | 'last' | 'none'>()
  const isOpen = opened !== undefined
  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        className={classes('button', `button-${kind}`, isIconOnly && 'button-icon')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        {...(isIconOnly ? { 'aria-label': label } : {})}
        // A press without a pointer is one of the keyboard.
        onClick={({ detail }) => setOpened(isOpen ? undefined : detail === 0 ? 'first' : 'none')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpened(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        {icon && <Icon name={icon} size={isIconOnly ? 20 : 16} />}
        {!isIconOnly && <span>{label}</span>}
        {!isIconOnly && <Icon name="down" />}
      </button>
      {isOpen && (
        <MenuPopup
          id={`${id}-menu`}
          labelledBy={id}
          anchor={button}
          first={opened}
          items={items.filter((item): item is MenuItem => Boolean(item))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
