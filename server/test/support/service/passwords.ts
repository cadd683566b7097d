import { openPasswords } from '../../../src/access/passwords.ts'

/**
 * With the real cost, the hashes of all tests would take a quarter of a minute, and loading the dictionaries half a second for
 * each worker. `passwords.test.ts` tests the real cost, `judged-passwords.test.ts` the dictionaries.
 */
export const quickPasswords = openPasswords(
  { memoryCost: 64, timeCost: 1, parallelism: 1 },
  async () => undefined,
)
