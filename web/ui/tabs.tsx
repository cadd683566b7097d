import { type KeyboardEvent, type ReactNode, useId } from 'react'

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
  const id = useId()
  const hasPanel = children !== undefined
  const tabId = (one: string) => `${id}-${one}`
  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={tabId(item.value)}
            className="tab"
            aria-selected={item.value === value}
            aria-controls={hasPanel && item.value === value ? `${id}-panel` : undefined}
            // One stop for the Tab key: the chosen one, or the first as long as none is.
            tabIndex={item.value === (isAmong(items, value) ? value : items[0]?.value) ? 0 : -1}
            onClick={() => item.value !== value && onChange(item.value)}
          >
            {item.title}
            {item.count !== undefined && <span className="tab-count">{item.count}</span>}
          </button>
        ))}
      </div>
      {hasPanel && (
        <div
          key={value}
          id={`${id}-panel`}
          className="tab-panel"
          role="tabpanel"
          aria-labelledby={isAmong(items, value) ? tabId(value) : undefined}
          tabIndex={-1}
        >
          {children}
        </div>
      )}
    </div>
  )
}

const isAmong = (items: readonly TabItem[], value: string) => items.some((item) => item.value === value)

/** The focus moves alone; Enter or Space chooses, because each tab asks the service for something else. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  tabs.at(to % tabs.length)?.focus()
}
