import { useMemo, useState } from 'react'
import type { NewCancelRequestData } from '../../../sdk/src/types.gen.ts'
import { useToday } from '../../api/session.ts'
import type { Terms } from '../terms.ts'
import type { Method } from '../words.ts'

/** The same cancellation on another day, or by another method. Empty: as in the request, by the rule. */
export interface Choice {
  readonly number: 1 | 2 | 3
  readonly cancelDate: string
  readonly method: Method | ''
}

/** What a clerk compares with most often: time alone by days and by months, and today. */
function usualChoices({ cancelDate }: Terms, today: string): readonly Choice[] {
  return [
    { number: 1, cancelDate: '', method: 'PRORATA_DAYS' },
    { number: 2, cancelDate: '', method: 'PRORATA_MONTHS' },
    cancelDate === today
      ? { number: 3, cancelDate: '', method: 'PRORATA_GREATER' }
      : { number: 3, cancelDate: today, method: '' },
  ]
}

export interface Choices {
  readonly choices: readonly Choice[]
  readonly set: (choice: Choice) => void
  /** As the API takes them. */
  readonly wanted: NonNullable<NewCancelRequestData['alternatives']>
}

/** Up to three alternatives, which the user can change. */
export function useChoices(terms: Terms): Choices {
  const today = useToday()
  const [own, setOwn] = useState<readonly Choice[] | undefined>(undefined)
  const choices = useMemo(() => own ?? usualChoices(terms, today), [own, terms, today])
  return useMemo(
    () => ({
      choices,
      set: (choice) => setOwn(choices.map((one) => (one.number === choice.number ? choice : one))),
      wanted: choices.map(({ cancelDate, method }) => ({
        ...(cancelDate === '' ? {} : { cancelDate }),
        ...(method === '' ? {} : { cancelMethodCode: method }),
      })),
    }),
    [choices],
  )
}
