import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabItem {
  readonly value: string
  readonly title: ReactNode
  readonly count?: number | undefined
}

export interface TabsProps {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly value: string
  readonly onChange: (value: string) => void
  /** What the chosen tab shows. */
  readonly children?: ReactNode
}

/** Tabs; the arrow keys move between them. The caller keeps the chosen one in the address. */
export function Tabs({ label, items, value, onChange, children }: TabsProps) {
  return (
    <Base.Root className="tabs" value={value} onValueChange={(chosen) => onChange(String(chosen))}>
      <Base.List className="tabs-list" aria-label={label} activateOnFocus={false}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} className="tab">
            {item.title}
            {item.count !== undefined && <span className="tab-count">{item.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {children !== undefined && (
        <Base.Panel key={value} value={value} className="tab-panel" tabIndex={-1}>
          {children}
        </Base.Panel>
      )}
    </Base.Root>
  )
}
