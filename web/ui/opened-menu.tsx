import { Menu as Base } from '@base-ui/react/menu'
import { useGo } from '../api/address.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { MenuButtonContent, type MenuItem, type MenuProps, menuButtonClasses } from './menu-button.tsx'

/** The menu itself. It is loaded when it is opened for the first time, and is open then. */
export default function OpenedMenu(props: MenuProps) {
  const shown = props.items.filter((item): item is MenuItem => Boolean(item))
  return (
    <Base.Root defaultOpen>
      <Base.Trigger
        className={menuButtonClasses(props)}
        {...(props.isIconOnly ? { 'aria-label': props.label } : {})}
      >
        <MenuButtonContent {...props} />
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
