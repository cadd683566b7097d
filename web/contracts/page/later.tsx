import { type ReactNode, useEffect, useState } from 'react'
import { useHash } from '../../api/address.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loading } from '../../ui/states.tsx'

interface LaterProps {
  /** The part of the address that names the region: `#money`. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/**
 * A region whose content waits until the browser has nothing better to do, so that the first screen is quick. The one
 * that the address names does not wait.
 */
export function Later({ id, title, children }: LaterProps) {
  const isNamed = useHash() === id
  const isIdle = useIdle()
  useEffect(() => {
    if (isNamed) document.getElementById(id)?.scrollIntoView()
  }, [isNamed, id])
  return (
    <Panel title={title} id={id} className="contracts-region">
      {isNamed || isIdle ? children : <Loading rows={3} />}
    </Panel>
  )
}

/** True once the page is painted and at rest, at the latest after a second. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const begin = () => setIdle(true)
    // Safari has no idle callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(begin, 200)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(begin, { timeout: 1_000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
