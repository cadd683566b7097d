import { lazy, Suspense, useState } from 'react'
import { MenuButtonContent, type MenuProps, menuButtonClasses } from './menu-button.tsx'

const load = () => import('./opened-menu.tsx')
const OpenedMenu = lazy(load)

/** A button that opens a menu. What draws the menu is loaded when somebody comes near the button. */
export function Menu(props: MenuProps) {
  const [isOpened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      className={menuButtonClasses(props)}
      aria-haspopup="menu"
      aria-expanded={false}
      {...(props.isIconOnly ? { 'aria-label': props.label } : {})}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setOpened(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpened(true)
      }}
    >
      <MenuButtonContent {...props} />
    </button>
  )
  if (!isOpened) return button
  return (
    <Suspense fallback={button}>
      <OpenedMenu {...props} />
    </Suspense>
  )
}
