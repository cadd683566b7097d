import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../http/problems.ts'
import { MASKED_DATE } from './seals.ts'

/** A contact, as far as it is recognized here. */
interface Contact {
  readonly firstName?: unknown
  readonly lastName?: unknown
  readonly companyName?: unknown
  readonly birthDate?: unknown
}

const names = ['firstName', 'lastName', 'companyName'] as const

/** Whether two contacts have the same names. */
export const hasSameNames = (one: Contact, other: Contact): boolean =>
  names.every((name) => (one[name] ?? null) === (other[name] ?? null))

const isSameButForDate = ({ birthDate: _, ...one }: Contact, { birthDate: __, ...other }: Contact): boolean =>
  isDeepStrictEqual(one, other)

/**
 * Contacts are sent as a whole list, with masks for the birth dates, as they are answered. A mask keeps the stored date of
 * its contact. It is a fault if that contact has none, or if nobody can tell which contact it is: no contact may get the
 * birth date of another.
 */
export function withKnownBirthDates<Sent extends Contact>(
  sent: readonly Sent[],
  stored: readonly Contact[],
): { readonly contacts: Sent[]; readonly faults: Fault[] } {
  const known = knownContacts(sent, stored)
  const contacts = sent.map((contact, at) => {
    const before = known.get(at)
    return before ? { ...contact, birthDate: before.birthDate } : contact
  })
  const faults = contacts.flatMap(({ birthDate }, at): Fault[] =>
    birthDate === MASKED_DATE
      ? [
          {
            pointer: `/contacts/${at}/birthDate`,
            code: 'Format',
            message: 'There is no birth date of this contact to keep. Send the date as YYYY-MM-DD, or null.',
          },
        ]
      : [],
  )
  return { contacts, faults }
}

/** The stored contacts that the contacts with masks are, by their places in the list that was sent. */
function knownContacts(sent: readonly Contact[], stored: readonly Contact[]): Map<number, Contact> {
  const known = new Map<number, Contact>()
  const free = new Set(stored.filter(({ birthDate }) => typeof birthDate === 'string'))
  const unknown = () =>
    sent.flatMap((contact, at) =>
      contact.birthDate === MASKED_DATE && !known.has(at) ? [{ contact, at }] : [],
    )
  const recognize = (at: number, contact: Contact | undefined) => {
    if (!contact || !free.delete(contact)) return
    known.set(at, contact)
  }
  for (const isSame of [isSameButForDate, hasSameNames])
    for (const { contact } of unknown()) {
      const alike = [...free].filter((other) => isSame(other, contact))
      const rivals = unknown().filter((other) => isSame(other.contact, contact))
      if (alike.length === rivals.length)
        for (const [nth, { at }] of rivals.entries()) recognize(at, alike[nth])
    }
  // One contact has other names, and all the others are in their places.
  const [renamed, ...more] = unknown()
  const isInPlace = (contact: Contact, at: number) =>
    at === renamed?.at || hasSameNames(contact, stored[at] ?? {})
  if (renamed && more.length === 0 && sent.length === stored.length && sent.every(isInPlace))
    recognize(renamed.at, stored[renamed.at])
  return known
}
