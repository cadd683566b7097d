import type { ComponentType } from 'react'
import type { Operation } from '../api/client.ts'

export type ScreenComponent = ComponentType<{ params: Record<string, string> }>

/** A screen of a room. The shell makes a route of it. */
export type Screen = {
  /** The path below /app, such as `/contracts/$number`. */
  readonly path: string
  /** The operation without which the screen is of no use. It is shown to whoever may call it. */
  readonly needs?: Operation
  /** Reads what the screen begins with, when the page is opened with this screen. */
  readonly ahead?: (params: Record<string, string>) => Promise<unknown>
} & (
  | { readonly component: ScreenComponent }
  /** A screen that few of the room's users open is loaded when it is. */
  | { readonly load: () => Promise<ScreenComponent> }
)
