import type { ReactNode } from 'react'
import { makeStore } from '../../api/store.ts'

export interface ConfirmOptions {
  readonly title: string
  readonly text?: ReactNode
  /** What the main button says: what it does, not "OK". */
  readonly confirm: string
  readonly cancel?: string | undefined
  readonly kind?: 'main' | 'danger' | undefined
}

interface Asked extends ConfirmOptions {
  answer(isConfirmed: boolean): void
}

/** What is being asked now. */
export const question = makeStore<Asked | undefined>(undefined)

/** Asks before something that cannot be taken back. */
export const useConfirm = () => confirm

export function confirm(options: ConfirmOptions): Promise<boolean> {
  question.get()?.answer(false)
  return new Promise((resolve) => {
    question.set({
      ...options,
      answer(isConfirmed) {
        question.set(undefined)
        resolve(isConfirmed)
      },
    })
  })
}
