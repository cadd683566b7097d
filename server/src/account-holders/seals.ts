import { decrypt, encrypt, type Keys, keyedHash } from '../db/keys.ts'

/** What keeps tax ids, birth dates and account numbers from being read in the database. */
export interface Seals {
  seal(text: string): string
  open(sealed: string): string
  /** What a tax id is found by. */
  taxIdHash(digits: string): Buffer
}

export const createSeals = (keys: Keys): Seals => ({
  seal: (text) => encrypt(keys.data, text),
  open: (sealed) => decrypt(keys.data, sealed),
  taxIdHash: (digits) => keyedHash(keys.data, 'tax-id', digits),
})

/** A tax id as it is answered. */
export const maskedTaxId = (last4: string) => `*****${last4}`

/** A birth date as it is answered: that there is one. */
export const MASKED_DATE = '****-**-**'
