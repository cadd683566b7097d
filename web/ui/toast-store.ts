import { makeStore } from '../api/store.ts'

export interface ToastOptions {
  /** What takes the action back, if the service can. */
  readonly undo?: { readonly title?: string | undefined; run(): unknown } | undefined
  /** `error` stays until it is dismissed. */
  readonly kind?: 'done' | 'info' | 'error' | undefined
}

export interface ShownToast extends ToastOptions {
  readonly id: number
  readonly text: string
}

const MOST = 3
let counted = 0

export const toasts = makeStore<readonly ShownToast[]>([])

/** Says in a few words what happened. The same text is not shown twice. */
export function toast(text: string, options: ToastOptions = {}): void {
  counted += 1
  const others = toasts.get().filter((other) => other.text !== text)
  toasts.set([...others, { ...options, id: counted, text }].slice(-MOST))
}

export const dismissToast = (id: number): void => toasts.set(toasts.get().filter((other) => other.id !== id))
