import { randomFrom } from '../oracle/rating/criteria-texts.ts'

/** Choices that come out the same with the same seed. */
export class Chance {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  /** From the first to the last, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  /** True so often in a hundred. */
  is(percent: number): boolean {
    return this.below(100) < percent
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item // There is at least one.
  }

  /** One of them so often in a hundred, else nothing. */
  maybe<Item>(percent: number, items: readonly Item[]): Item | null {
    return items.length > 0 && this.is(percent) ? this.of(items) : null
  }

  /** Some of them in their order, at least one. */
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
