// What goes into the headers of a mail. Nothing that a person has typed may start another header or add a recipient.

const LONGEST_ADDRESS = 254
const LONGEST_SUBJECT = 200

// A name and a domain. No quotes, brackets, commas, spaces or control characters: with those, one text could name
// several recipients. No part can match the first character of the next, so that a hostile text is refused in one pass.
const ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u

/** Whether mail can be sent to this address. */
export const isMailAddress = (address: string): boolean =>
  address.length <= LONGEST_ADDRESS && ADDRESS.test(address) && !/^\.|\.\.|\.@|@-/.test(address)

/** The text as one line that fits into a header: the name of an attachment, a display name, a subject. */
export function headerText(text: string, longest = LONGEST_SUBJECT): string {
  // Control characters, line separators and characters that change the direction of writing.
  const line = text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}
