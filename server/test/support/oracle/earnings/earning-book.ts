import { cancelToPost, reinstatementToPost } from '../../../../src/domain/earning/cancels.ts'
import type { EarningContract, EarningEvent } from '../../../../src/domain/earning/events.ts'
import { earningsToPost } from '../../../../src/domain/earning/postings.ts'
import type { NewEarning, PostedEarning } from '../../../../src/domain/earning/tallies.ts'
import { buildTimeline, type EarningTimeline, earningsOn } from '../../../../src/domain/earning/timeline.ts'
import { naiveLoss } from './earnings.ts'

/** The posted earnings of one contract over its events. */
export class EarningBook {
  readonly posted: PostedEarning[] = []
  readonly #events: EarningEvent[] = []
  #course: EarningTimeline | undefined
  closedThrough: string | null = null
  readonly #contract: EarningContract

  constructor(contract: EarningContract) {
    this.#contract = contract
  }

  get course(): EarningTimeline {
    this.#course ??= buildTimeline(this.#contract, this.#events)
    return this.#course
  }

  /** Records events without posting. */
  know(...events: readonly EarningEvent[]): void {
    this.#events.push(...events)
    this.#course = undefined
  }

  /** Records an event and does its own posting. */
  record(event: EarningEvent): NewEarning[] {
    this.know(event)
    switch (event.kind) {
      case 'Cancel':
        return this.#add(cancelToPost(this.#contract, this.#events, event, this))
      case 'Reinstatement':
      case 'ReinstatementHold':
        return this.#add(reinstatementToPost(this.#contract, this.#events, event, this))
      case 'Refinalize':
      case 'LedgerEdit':
      case 'LedgerDelete':
      case 'Odometer':
      case 'Reopen':
        return []
      default:
        return this.run(event.date)
    }
  }

  run(asOf: string, rebuild = true): NewEarning[] {
    return this.#add(earningsToPost(this.course, this, asOf, { rebuild }))
  }

  #add(rows: NewEarning[]): NewEarning[] {
    for (const { code, amount, cancelId, dates } of rows)
      this.posted.push({ code, amount, cancelId, date: dates.effectiveDate })
    return rows
  }

  /**
   * The lines whose posted sum up to a date is not what they have earned. Only a line that was lowered after a cancel, to
   * less than it gave back, has less in the books: it has earned nothing, and what it lacks is a loss.
   */
  faultsOn(date: string): string[] {
    const sums = this.by(date)
    for (const { code, earned } of earningsOn(this.course, date)) {
      const booked = earned - naiveLoss(this.#contract, this.#events, code, date)
      sums.set(code, (sums.get(code) ?? 0) - booked)
    }
    return [...sums].filter(([, sum]) => sum !== 0).map(([code, sum]) => `${date} ${code}: ${sum} too much`)
  }

  /** The posted sum of each line up to a date. */
  by(date: string): Map<string, number> {
    const sums = new Map<string, number>()
    for (const row of this.posted)
      if (row.date <= date) sums.set(row.code, (sums.get(row.code) ?? 0) + row.amount)
    return sums
  }

  get lastDate(): string {
    let last = ''
    for (const { date } of this.posted) if (date > last) last = date
    return last
  }
}
