/** Chance that can be repeated: the same seed makes the same choices. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  one<Item>(items: readonly Item[]): Item
  some<Item>(items: readonly Item[], most: number): Item[]
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: small, and good enough to spread moments and choices.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    whole,
    one(items) {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
    some(items, most) {
      const left = [...items]
      const count = Math.min(whole(0, most), left.length)
      return Array.from({ length: count }, () => left.splice(whole(0, left.length - 1), 1)).flat()
    },
  }
}
