import { createContext, useContext } from 'react'
import type { Values } from './values.ts'

/** The record as it was read; nothing in a new one. It tells what is on file of what is not shown. */
const RecordContext = createContext<Values>({})

export const RecordProvider = RecordContext.Provider

/** The value on file at a JSON pointer. */
export function useOnFile(pointer: string): unknown {
  const record: unknown = useContext(RecordContext)
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record)
}
