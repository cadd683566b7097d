import { useCallback } from 'react'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import type { FactField } from './fields.ts'

/** Writes the text of a draft as people read it. */
export function useFactText(): (field: FactField, text: string) => string {
  const t = useText()
  const { money, date, count, percent } = useFormat()
  return useCallback(
    (field, text) => {
      const plain = text.trim()
      if (plain === '') return '—'
      const value = Number(plain.replaceAll(',', ''))
      if (field.kind === 'date') return date(plain)
      if (field.choices) return wordOf(t, field.choices.group, plain)
      if (Number.isNaN(value)) return plain
      if (field.kind === 'money') return money(value)
      if (field.kind === 'decimal') return percent(value)
      return field.kind === 'whole' ? count(value) : plain
    },
    [t, money, date, count, percent],
  )
}
