/** A part of a bar: what is drawn, how much it is, and where it leads. */
export interface BarPart {
  readonly series: string
  readonly y: number
  readonly to?: string | undefined
}

export interface Bar {
  readonly x: string
  readonly parts: readonly BarPart[]
}

/** A part with the values that it reaches from and to. */
export interface PlacedPart extends BarPart {
  readonly from: number
  readonly until: number
}

/** Parts on top of each other: what is below zero grows downwards. */
export function stacked(parts: readonly BarPart[]): readonly PlacedPart[] {
  let [above, below] = [0, 0]
  return parts.map((part) => {
    const from = part.y < 0 ? below : above
    const until = from + part.y
    if (part.y < 0) below = until
    else above = until
    return { ...part, from, until }
  })
}

/** Parts beside each other, each from zero. */
export const sideBySide = (parts: readonly BarPart[]): readonly PlacedPart[] =>
  parts.map((part) => ({ ...part, from: 0, until: part.y }))

/** The lowest and the highest value that is drawn, zero included. */
export function reach(bars: readonly (readonly PlacedPart[])[]): readonly [number, number] {
  const ends = bars.flatMap((parts) => parts.map(({ until }) => until))
  return [Math.min(0, ...ends), Math.max(0, ...ends)]
}
