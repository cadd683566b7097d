import { useText } from '../text.ts'

/** A field of a row, whatever it holds. */
export function CellValue({ value }: { readonly value: unknown }) {
  const t = useText()
  if (value === null || value === undefined || value === '') return <>—</>
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>
  if (Array.isArray(value)) return <>{value.length === 0 ? '—' : value.join(', ')}</>
  return <>{String(value)}</>
}
