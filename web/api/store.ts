import { useSyncExternalStore } from 'react'

/** A value outside of React that components follow. Nothing of it is kept in the browser's storage. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  use(): Value
}

export function makeStore<Value>(first: Value): Store<Value> {
  let current = first
  const listeners = new Set<() => void>()
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => current
  return {
    get,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(follow, get),
  }
}
