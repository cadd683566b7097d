import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * How much of the processors other machines took on the same hardware, since this was called, in words: ', 3 % of the
 * processors taken by other machines'. Empty where the system does not tell. Figures of a time when much was taken say little.
 */
export function stolenTime() {
  const [began, before] = [Date.now(), stolenSeconds()]
  return () => {
    if (before === undefined) return ''
    const share = (stolenSeconds() - before) / (((Date.now() - began) / 1_000) * availableParallelism())
    return `, ${Math.round(100 * share)} % of the processors taken by other machines`
  }
}

/** Linux counts it in hundredths of a second, as the eighth figure of its first line. */
function stolenSeconds() {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].trim().split(/\s+/)[8]) / 100
  } catch {
    return undefined
  }
}
