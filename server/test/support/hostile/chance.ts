import { randomFrom } from '../oracle/rating/criteria-texts.ts'

/** Random choices that are the same for the same seed. */
export class Chance {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  /** A number from the first to the last, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  /** True with this probability in percent. */
  is(percent: number): boolean {
    return this.below(100) < percent
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item // There is at least one.
  }

  /** One of them with this probability in percent, otherwise nothing. */
  maybe<Item>(percent: number, items: readonly Item[]): Item | null {
    return items.length > 0 && this.is(percent) ? this.of(items) : null
  }

  /** Some of them in order, at least one. */
  some<Item>(items: readonly Item[], percent = 60): Item[] {
    const chosen = items.filter(() => this.is(percent))
    return chosen.length > 0 || items.length === 0 ? chosen : [this.of(items)]
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items]
    return items.map(() => left.splice(this.below(left.length), 1)[0] as Item)
  }

  times<Item>(count: number, make: (at: number) => Item): Item[] {
    return Array.from({ length: count }, (_, at) => make(at))
  }
}
