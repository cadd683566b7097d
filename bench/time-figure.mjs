import { slownessNow } from '../scripts/machine-pace.mjs'
import { median } from './processes.mjs'
import { figure } from './rows.mjs'

/**
 * A time with a limit that is meant for a machine that does nothing else. Each time is divided by how many times slower than at
 * its best in this run the machine was then; the row also says the median as it was measured.
 */
export function timeFigure({ name, unit, times, atMost }) {
  const ours = median(times.map(({ time, pace }) => time / slownessNow(pace)))
  return figure({ name, unit, ours, asMeasured: median(times.map(({ time }) => time)), atMost })
}
