import { createHash } from 'node:crypto'

/** `npm run soak` runs every random trial; `npm test` runs a fiftieth of them, or fewer. */
export const isSoak = process.env.BULWARK_SOAK === '1'

/** The number of trials in this run, from the number of the soak and the part of it that `npm test` runs. */
export const trials = (inSoak: number, part = 1 / 50): number =>
  isSoak ? inSoak : Math.max(1, Math.ceil(inSoak * part))

/** The rounds of a race between callers, of which a few show that the race is decided. */
export const rounds = (inSoak: number): number => (isSoak ? inSoak : Math.min(inSoak, 2))

/**
 * The seed of random trials. Each commit draws its own in `npm test`, so that a commit that passed passes again; the soak
 * draws at random each time.
 */
export function drawnSeed(subject: string): number {
  const commit = process.env.BULWARK_COMMIT
  if (commit === undefined || isSoak) return Math.floor(Math.random() * 2 ** 31)
  return createHash('sha256').update(`${commit} ${subject}`).digest().readUInt32BE() >>> 1
}

/** A seed from the environment, or drawn. It is printed, so that a failure can be repeated. */
export function trialSeed(subject: string, variable: string): number {
  const seed = Number(process.env[variable] ?? drawnSeed(subject))
  console.log(`${subject}: set ${variable}=${seed} to repeat these trials`)
  return seed
}

/** All in the soak; in `npm test` one in so many, from another one each time, as the seed says. */
export const oneIn = <One>(many: number, all: readonly One[], seed: number): readonly One[] =>
  isSoak ? all : all.filter((_, at) => (at + seed) % many === 0)

export const everyThird = <One>(all: readonly One[], seed: number): readonly One[] => oneIn(3, all, seed)
