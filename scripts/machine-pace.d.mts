export function slownessOf(pace: number, all: readonly number[]): number
export function takePace(): number
export function slownessNow(pace: number): number
export function withPace<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ readonly result: Awaited<Result>; readonly pace: number }>
export function quietMoment(patience?: number): Promise<number>
