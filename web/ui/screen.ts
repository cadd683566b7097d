import type { ComponentType } from 'react'
import type { Operation } from '../api/client.ts'

/** A screen of a room. The shell makes a route of it. */
export interface Screen {
  /** The path below /app, such as `/contracts/$number`. */
  readonly path: string
  /** The operation without which the screen is of no use. It is shown to whoever may call it. */
  readonly needs?: Operation
  readonly component: ComponentType<{ params: Record<string, string> }>
}
