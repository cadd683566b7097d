import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerText, isMailAddress } from './addresses.ts'

describe('an address', () => {
  test.each([
    'anna.berg@summit.example',
    'a@b.co',
    "o'brien+claims@mail.summit-auto.example",
    'josé@café.example',
    '1@2.3',
  ])('%s can get mail', (address) => {
    expect(isMailAddress(address)).toBe(true)
  })

  test.each([
    ['no at sign', 'anna.example'],
    ['no domain', 'anna@'],
    ['no dot in the domain', 'anna@localhost'],
    ['two at signs', 'anna@berg@summit.example'],
    ['a second recipient', 'anna@summit.example,evil@evil.example'],
    ['a second recipient after a semicolon', 'anna@summit.example;evil@evil.example'],
    ['a display name', 'Anna <anna@summit.example>'],
    ['quotes', '"anna"@summit.example'],
    ['a line break', 'anna@summit.example\r\nBcc: evil@evil.example'],
    ['a line break at the end', 'anna@summit.example\n'],
    ['a space', 'anna berg@summit.example'],
    ['U+0000', 'anna\u0000@summit.example'],
    ['a domain literal', 'anna@[127.0.0.1]'],
    ['a group', 'undisclosed:anna@summit.example'],
    ['an empty part', 'anna@summit..example'],
    ['a dot at the beginning', '.anna@summit.example'],
    ['a dot before the at sign', 'anna.@summit.example'],
    ['too many characters', `anna@${'a'.repeat(250)}.example`],
    ['nothing', ''],
  ])('with %s cannot', (_, address) => {
    expect(isMailAddress(address)).toBe(false)
  })
})

const pieces = [
  'a',
  ' ',
  '\r',
  '\n',
  '\t',
  '\u0000',
  '\u2028',
  '\u202E',
  '\uFEFF',
  'é',
  '😀',
  '\uD800',
  ':',
  '…',
]

describe('a text for a header', () => {
  test.each([
    ['Your statement', 'Your statement'],
    ['Hello\r\nBcc: evil@evil.example', 'Hello Bcc: evil@evil.example'],
    ['  two   spaces ', 'two spaces'],
    ['a\u2028b\u2029c\u0000d\u202Ee', 'a b c d e'],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
  ])('%j becomes %j', (text, line) => {
    expect(headerText(text)).toBe(line)
  })

  test('never has a line break or a control character, and is never too long', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 300 }), (parts) => {
        const text = parts.join('')
        const line = headerText(text)
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
        expect([...line].length).toBeLessThanOrEqual(200)
        expect(headerText(line)).toBe(line)
      }),
    )
  })
})
