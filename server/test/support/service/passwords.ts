import { openPasswords } from '../../../src/access/passwords.ts'

/** With the real cost, the hashes of all tests would take a quarter of a minute. `passwords.test.ts` tests the real cost. */
export const quickPasswords = openPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
