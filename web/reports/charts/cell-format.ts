import { useCallback } from 'react'
import type { ReportCell } from '../../../sdk/src/types.gen.ts'
import { useFormat } from '../../ui/words/format.ts'
import type { Unit } from './chart-model.ts'

const NONE = '—'

/** A figure as people read it. A ratio is a fraction of 1; it is shown in percent. */
export function useCellFormat(): (unit: Unit, value: ReportCell['value']) => string {
  const { money, month, count, percent } = useFormat()
  return useCallback(
    (unit, value) => {
      if (value === null || value === '') return NONE
      if (typeof value === 'string') return unit === 'Month' ? month(value) : value
      if (unit === 'Money') return money(value)
      return unit === 'Ratio' ? percent(Math.round(value * 1_000) / 10) : count(value)
    },
    [money, month, count, percent],
  )
}
