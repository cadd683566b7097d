import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

export interface PanelProps {
  readonly title: ReactNode
  /** The anchor of the region, as in `/contracts/VSC-1#money`. */
  readonly id?: string | undefined
  readonly actions?: ReactNode
  /** A sentence below the heading. */
  readonly description?: ReactNode
  readonly level?: 2 | 3 | undefined
  readonly className?: string | undefined
  /** Tables and frames reach to the edge of the panel. */
  readonly isFlush?: boolean | undefined
  readonly children?: ReactNode
}

/** A region of the page with its heading. */
export function Panel({
  title,
  id,
  actions,
  description,
  level = 2,
  className,
  isFlush,
  children,
}: PanelProps) {
  const headingId = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section
      className={classes('panel', isFlush && 'panel-flush', className)}
      id={id}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <header className="panel-head">
        <div className="panel-words">
          <Heading id={headingId}>{title}</Heading>
          {description && <p>{description}</p>}
        </div>
        {actions && <div className="panel-actions">{actions}</div>}
      </header>
      <div className="panel-body">{children}</div>
    </section>
  )
}
