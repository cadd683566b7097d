import type { Contract, Reference } from '../../../sdk/src/types.gen.ts'
import type { Text } from '../text.ts'

type Term = Pick<Contract['term'], 'months' | 'miles'>

/** 60 months or 75,000 mi. */
export function termText(t: Text, miles: (value: number) => string, term: Term): string {
  return term.miles === null
    ? t('term.months', { months: term.months })
    : t('term.monthsMiles', { months: term.months, miles: miles(term.miles) })
}

export const nameOf = ({ name, number, id }: Reference): string => name ?? number ?? String(id)
