import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Fact {
  readonly label: string
  readonly value: ReactNode
  readonly testid?: string | undefined
  /** Takes the whole width: addresses and notes. */
  readonly isWide?: boolean | undefined
}

export interface FactsProps {
  readonly items: readonly (Fact | false | null | undefined)[]
  /** One below the other with the value to the right, such as a sum. */
  readonly layout?: 'grid' | 'rows' | undefined
}

/** Labels and values. What is empty is shown as a dash. */
export function Facts({ items, layout = 'grid' }: FactsProps) {
  return (
    <dl className={classes('facts', `facts-${layout}`)}>
      {items.filter(isFact).map(({ label, value, testid, isWide }) => (
        <div key={label} className={classes('fact', isWide && 'fact-wide')}>
          <dt>{label}</dt>
          <dd data-testid={testid}>{isEmpty(value) ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isFact = (item: FactsProps['items'][number]): item is Fact => Boolean(item)
const isEmpty = (value: ReactNode) => value === undefined || value === null || value === '' || value === false
