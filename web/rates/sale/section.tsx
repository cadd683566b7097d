import type { FocusEvent, ReactNode } from 'react'
import { Faults } from '../../ui/fields/faults.tsx'
import { Panel } from '../../ui/panel.tsx'

interface SectionProps {
  readonly title: string
  readonly description?: string | undefined
  /** The refusal whose faults the fields show. Undefined while the section has not been left. */
  readonly error: unknown
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** A part of the sale. Leaving it has the service look at what was entered so far. */
export function Section({ title, description, error, onLeave, children }: SectionProps) {
  const blurred = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // A list of choices that opens elsewhere, and the window losing the focus, are not leaving. Whoever goes to the save
    // button is told by the save itself; faults that come before would move the button away.
    if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return
    if (!relatedTarget.closest('.rates-save')) onLeave()
  }
  return (
    <Faults error={error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left */}
      <div onBlur={blurred}>
        <Panel title={title} description={description}>
          {children}
        </Panel>
      </div>
    </Faults>
  )
}
