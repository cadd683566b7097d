import { countedAddress } from './ip-addresses.ts'

// How wrong guesses at a password, a code or a secret are slowed down. A count has some failures free; from then on each
// failure closes it for longer. Nobody waits with an open connection: who comes too early is told when to come again.

/** The seconds that a count is closed after its last free failure, and after each one that follows. */
export const waits = [30, 60, 120, 240, 480, 900] as const

/** One of the counts that an attempt is subject to. */
export interface Count {
  /** What is counted, e.g. a user name from an address. */
  readonly key: string
  readonly free: number
}

/** The counts of a sign-in. `own` is cleared by a success; the others get back what `own` had. */
export interface Counts {
  readonly own: Count
  readonly others: readonly Count[]
}

interface Guesser {
  readonly name: string
  readonly address: string
  /** A device that has signed in as this user before. */
  readonly device: string | undefined
}

/**
 * A known device has a count of its own, so that strangers cannot lock the owner out. All others share the count of the
 * name, over all addresses, whether a user has the name or not.
 */
export function signInCounts(guesser: Guesser): Counts {
  return countsOf('sign-in', guesser, { own: 5, name: 10, address: 100 })
}

/** Of requests for a new password, which never count as a success. */
export function resetCounts(guesser: Guesser): Counts {
  return countsOf('reset', guesser, { own: 5, name: 10, address: 50 })
}

function countsOf(
  what: string,
  { name, address, device }: Guesser,
  free: { own: number; name: number; address: number },
): Counts {
  if (device !== undefined) return { own: { key: `${what} device ${device}`, free: free.own }, others: [] }
  const [who, from] = [name.toLowerCase(), countedAddress(address)]
  return {
    own: { key: `${what} pair ${from} ${who}`, free: free.own },
    others: [
      { key: `${what} name ${who}`, free: free.name },
      { key: `${what} address ${from}`, free: free.address },
    ],
  }
}

/** What is forgiven to a user who comes with a code that was mailed to it: its own counts, and those of its name. */
export function forgivenCounts(name: string, address: string): readonly Count[] {
  const guesser = { name, address, device: undefined }
  return [signInCounts(guesser), resetCounts(guesser)].flatMap(({ own, others }) => [
    own,
    ...others.slice(0, 1),
  ])
}

/** Of a user who is signed in and sends its password or a code again. */
export const ownCounts = (tenantId: number, userId: number): Counts => ({
  own: { key: `own ${tenantId} ${userId}`, free: 10 },
  others: [],
})

/** Of wrong client secrets. The right one is always accepted: it has 256 random bits, and a program must not be locked out. */
export const secretCounts = (clientId: string, address: string): readonly Count[] => [
  { key: `client pair ${countedAddress(address)} ${clientId}`, free: 20 },
  { key: `client name ${clientId}`, free: 200 },
]

/** Of unknown keys and invitations, which name no account. */
export const unknownCount = (what: 'key' | 'invitation', address: string): Count => ({
  key: `${what} address ${countedAddress(address)}`,
  free: what === 'key' ? 100 : 50,
})
