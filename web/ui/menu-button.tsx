import type { ReactNode } from 'react'
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

/** The button of a menu looks the same before and after the menu is loaded. */
export const menuButtonClasses = ({ kind = 'plain', isIconOnly }: MenuProps) =>
  classes('button', `button-${kind}`, isIconOnly && 'button-icon')

export function MenuButtonContent({ icon, label, isIconOnly }: MenuProps) {
  return (
    <>
      {icon && <Icon name={icon} size={isIconOnly ? 20 : 16} />}
      {!isIconOnly && <span>{label}</span>}
      {!isIconOnly && <Icon name="down" />}
    </>
  )
}
