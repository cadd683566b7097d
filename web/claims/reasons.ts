import { useMemo } from 'react'
import { useAnswer } from '../api/queries.ts'
import type { Option } from '../ui/fields/field.tsx'

const LONG = 10 * 60 * 1000

interface Reason {
  readonly code: string
  readonly name: string
  readonly isActive: boolean
  readonly productTypeCodes: readonly string[]
}

export interface Reasons {
  readonly options: readonly Option[]
  /** The reason as people read it. A code that is not known stands for itself. */
  nameOf(code: string): string
}

// The lists of reasons have the same rows. That of hold reasons stands for them.
type ReasonList = 'GET /claims/holdReasons'

function useReasons(operation: string, productTypeCode?: string | undefined, enabled = true): Reasons {
  const { data } = useAnswer(operation as ReasonList, {}, { enabled, staleTime: LONG })
  // The same list each time: one that is open for a choice must not change under it.
  return useMemo(() => {
    const rows: readonly Reason[] = data?.data ?? []
    return {
      options: rows
        .filter(({ isActive }) => isActive)
        .filter(
          ({ productTypeCodes }) =>
            productTypeCode === undefined ||
            productTypeCodes.length === 0 ||
            productTypeCodes.includes(productTypeCode),
        )
        .map(({ code, name }) => ({ value: code, title: name })),
      nameOf: (code) => rows.find((row) => row.code === code)?.name ?? code,
    }
  }, [data, productTypeCode])
}

export const useDeniedReasons = (productTypeCode?: string | undefined) =>
  useReasons('GET /claims/deniedReasons', productTypeCode)
export const useHoldReasons = (productTypeCode?: string | undefined) =>
  useReasons('GET /claims/holdReasons', productTypeCode)
export const useInspectionReasons = () => useReasons('GET /inspectionreasons')
export const useRejectReasons = () => useReasons('GET /rejectinspectionreasons')
