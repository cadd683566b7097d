import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** A short explanation at a control, shown at pointer and focus. It must not be the only place that says it. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger
        render={children as ReactElement<Record<string, unknown>>}
        delay={300}
        closeOnClick={false}
      />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="tooltip-place">
          <Base.Popup className="tooltip">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
