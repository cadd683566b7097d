import { useEffect } from 'react'
import { hearTabs, tellTabs } from './tabs.ts'

const CHECK_EVERY = 5_000
const TELL_EVERY = 20_000

/** Calls `lock` after so many minutes without a key or a pointer, in this tab or another. */
export function useIdleLock(minutes: number, isActive: boolean, lock: () => void): void {
  useEffect(() => {
    if (!isActive) return undefined
    let usedAt = Date.now()
    let toldAt = 0
    const use = () => {
      usedAt = Date.now()
      if (usedAt - toldAt < TELL_EVERY) return
      toldAt = usedAt
      tellTabs('in-use')
    }
    const stopHearing = hearTabs((message) => {
      if (message === 'in-use') usedAt = Date.now()
    })
    const timer = setInterval(() => {
      if (Date.now() - usedAt >= minutes * 60_000) lock()
    }, CHECK_EVERY)
    for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, use, true)
    return () => {
      clearInterval(timer)
      stopHearing()
      for (const name of ['pointerdown', 'keydown']) window.removeEventListener(name, use, true)
    }
  }, [minutes, isActive, lock])
}
