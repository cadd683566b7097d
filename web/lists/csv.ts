import type { ListOperation } from '../api/client.ts'
import { call } from '../api/client.ts'

/** Saves the whole list, as it is filtered, as a file. The rows are read as a stream into a file that the browser keeps. */
export async function saveCsv(operation: ListOperation, options: object, fileName: string): Promise<void> {
  const { data } = await (call as unknown as AnyCall)(operation, { ...options, as: 'csv' })
  const parts: string[] = []
  const reader = data.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
  }
  saveBlob(new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName)
}

/** Saves bytes as a file, as the browser does with a download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // After the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

type AnyCall = (operation: ListOperation, options: object) => Promise<{ data: ReadableStream<string> }>
