export interface BenchRow {
  readonly part: string
  readonly name: string
  readonly ours: string
  readonly ratio: string
  readonly met: string
  readonly measured?: string
}

export function decideByThree(
  first: readonly BenchRow[],
  runAgain: (parts: ReadonlySet<string>) => Promise<readonly BenchRow[]>,
): Promise<BenchRow[]>
