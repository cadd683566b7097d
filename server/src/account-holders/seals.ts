import { decrypt, encrypt, type Keys, keyedHash } from '../db/keys.ts'

/** Encrypts tax ids, birth dates and account numbers in the database. */
export interface Seals {
  seal(text: string): string
  open(sealed: string): string
  /** The hash that a tax id is searched by. */
  taxIdHash(digits: string): Buffer
}

export const createSeals = (keys: Keys): Seals => ({
  seal: (text) => encrypt(keys.data, text),
  open: (sealed) => decrypt(keys.data, sealed),
  taxIdHash: (digits) => keyedHash(keys.data, 'tax-id', digits),
})

/** A tax id as the API answers it. */
export const maskedTaxId = (last4: string) => `*****${last4}`

/** A birth date as the API answers it: only that there is one. */
export const MASKED_DATE = '****-**-**'
