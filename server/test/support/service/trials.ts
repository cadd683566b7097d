/** `npm run soak` runs every random trial; `npm test` runs a fiftieth of them, or fewer. */
export const isSoak = process.env.BULWARK_SOAK === '1'

/** The number of trials in this run, from the number of the soak and the part of it that `npm test` runs. */
export const trials = (inSoak: number, part = 1 / 50): number =>
  isSoak ? inSoak : Math.max(1, Math.ceil(inSoak * part))

/** The rounds of a race between callers, of which a few show that the race is decided. */
export const rounds = (inSoak: number): number => (isSoak ? inSoak : Math.min(inSoak, 2))

/** The seed of random trials, from the environment or random. It is printed, so that a failure can be repeated. */
export function trialSeed(subject: string, variable: string): number {
  const seed = Number(process.env[variable] ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`${subject}: set ${variable}=${seed} to repeat these trials`)
  return seed
}

/** All in the soak; in `npm test` one in so many, from another one each time, as the seed says. */
export const oneIn = <One>(many: number, all: readonly One[], seed: number): readonly One[] =>
  isSoak ? all : all.filter((_, at) => (at + seed) % many === 0)

export const everyThird = <One>(all: readonly One[], seed: number): readonly One[] => oneIn(3, all, seed)
