import { createContext, useContext, useEffect, useId, useRef } from 'react'
import { makeStore } from '../api/store.ts'

/** A key that does something, for the list of keys. */
export interface Shortcut {
  readonly id: string
  /** Alternatives: `j`, `?`, `g c` (one after the other), `Ctrl+Enter` (Command on a Mac). */
  readonly keys: readonly string[]
  readonly title: string
  readonly depth: number
  /** False: not meant for this one, so the one before it is asked. */
  run(event: KeyboardEvent): unknown
}

/** How many dialogs lie below. Keys of the page rest while a dialog is open. */
export const DepthContext = createContext(0)

const shortcuts = makeStore<readonly Shortcut[]>([])
const enabled = makeStore(true)
const depths = makeStore<readonly number[]>([])

/** Single keys can be switched off, for people whose speech software types them. Keys with Ctrl stay. */
export const setShortcutsEnabled = enabled.set
export const useShortcutsEnabled = enabled.use

/** All keys of the page, those of the screen last. */
export const useShortcuts = shortcuts.use

/** Does something at a key as long as the component is shown. Not in fields, unless Ctrl is held. */
export function useShortcut(
  key: string | readonly string[],
  run: (event: KeyboardEvent) => unknown,
  { title, isOff = false }: { readonly title: string; readonly isOff?: boolean },
): void {
  const id = useId()
  const depth = useContext(DepthContext)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const joined = typeof key === 'string' ? key : key.join('\n')
  useEffect(() => {
    if (isOff) return
    const shortcut: Shortcut = {
      ...{ id, keys: joined.split('\n'), title, depth },
      run: (event) => latest.current(event),
    }
    shortcuts.set([...shortcuts.get(), shortcut])
    return () => shortcuts.set(shortcuts.get().filter((other) => other !== shortcut))
  }, [id, joined, title, depth, isOff])
}

/** Tells the keys that a dialog of this depth is open. */
export function useDepth(depth: number, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    depths.set([...depths.get(), depth])
    return () => {
      const at = depths.get().lastIndexOf(depth)
      depths.set(depths.get().filter((_, index) => index !== at))
    }
  }, [depth, isOpen])
}

const SEQUENCE_MILLISECONDS = 1200
let first: { readonly key: string; readonly at: number } | undefined

/** One listener for the page. A key that was meant for a field, a menu or a list is left alone. */
function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key))
    return
  const name = nameOfKey(event)
  const isChord = name.includes('+') && name.length > 1
  if (!isChord && (!enabled.get() || isTyping(event.target))) return
  const before = first && event.timeStamp - first.at < SEQUENCE_MILLISECONDS ? first.key : undefined
  first = { key: name, at: event.timeStamp }
  const sequence = before ? `${before} ${name}` : undefined
  if (sequence && runFirst(sequence, event)) first = undefined
  else runFirst(name, event)
}

function runFirst(name: string, event: KeyboardEvent): boolean {
  const depth = Math.max(0, ...depths.get())
  for (const shortcut of shortcuts.get().toReversed()) {
    if (shortcut.depth !== depth || !shortcut.keys.includes(name)) continue
    if (shortcut.run(event) === false) continue
    event.preventDefault()
    return true
  }
  return false
}

/** `Ctrl+Enter` for Control or Command; Shift is part of the character. */
export function nameOfKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.ctrlKey || event.metaKey) return `Ctrl+${key}`
  return event.altKey ? `Alt+${key}` : key
}

const TYPING =
  'input:not([type=checkbox],[type=radio],[type=button]), textarea, select, [contenteditable=true]'
const ROLES = '[role=menu], [role=listbox], [role=combobox], [role=grid], [role=slider], iframe'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && (target.matches(TYPING) || target.closest(ROLES) !== null)

if (typeof window !== 'undefined') window.addEventListener('keydown', pressed)
