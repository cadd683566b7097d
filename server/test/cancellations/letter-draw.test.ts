import { describe, expect, test } from 'vitest'
import { cancelLetter } from '../../src/domain/cancel-letter/letter.ts'
import { drawLetter } from '../../src/forms/draw-letter.ts'
import { printable } from '../../src/forms/fonts.ts'
import { letterC1 } from '../support/builders/cancel-letters.ts'
import { actingNames, readPdf, unpackedPdf } from '../support/builders/pdf-reading.ts'
import { hostileStrings } from '../support/hostile/hostile-strings.ts'

describe('the PDF of a letter', async () => {
  const pdf = drawLetter(cancelLetter(letterC1))
  const read = await readPdf(pdf)

  test.each([
    ['who writes', 'Summit Protection Administrators 100 Congress Ave'],
    ['to whom', 'Maria Lopez 12 Elm St, Apt 4 Austin, TX 78701'],
    ['when', 'Date September 11, 2025'],
    ['about what', 'Our reference CXR-000088'],
    ['how much', 'Total refund $1,364.60'],
    ['how it is figured', 'Less claims Claims total $412.35. They are deducted. -$412.35'],
    ['on which page', `Page 1 of ${read.pages.length}`],
  ])('says %s', (_, words) => {
    expect(read.text).toContain(words)
  })

  test('is tagged, in English, with a title and one main heading', () => {
    expect(read).toMatchObject({
      ...{ isTagged: true, language: 'en-US', title: 'Cancellation request VSC-0000731' },
      ...{ hasScripts: false, hasOpenAction: false, annotationCount: 0, fieldCount: 0 },
    })
    expect(read.parts.filter((part) => part === 'H1')).toHaveLength(1)
    for (const part of ['H2', 'P', 'L', 'Table', 'TH', 'TD']) expect(read.parts).toContain(part)
    expect(unpackedPdf(pdf)).not.toMatch(actingNames)
  })

  test('is the same each time for the same cancellation', () => {
    expect(drawLetter(structuredClone(cancelLetter(letterC1))).equals(pdf)).toBe(true)
  })
})

test('the last page of a letter is never nearly empty, however long the letter is', async () => {
  const letter = cancelLetter(letterC1)
  const paragraph = 'We have looked at everything that you sent us, and found that nothing is missing.'
  const counts = []
  for (let more = 0; more < 30; more += 3) {
    const opening = [...letter.opening, ...Array<string>(more).fill(paragraph)]
    const { pages } = await readPdf(drawLetter({ ...letter, opening }))
    counts.push(pages.length)
    if (pages.length > 1) expect(pages.at(-1)?.length, `${more} paragraphs more`).toBeGreaterThan(300)
  }
  expect(counts).toEqual([...counts].sort())
})

test('a hostile name is printed as plain text', async () => {
  for (const { name, text } of hostileStrings.filter((_, at) => at % 30 === 0)) {
    const { contract } = letterC1
    const named = { ...contract, customer: { ...contract.customer, name: text }, contractNumber: text }
    const pdf = drawLetter(
      cancelLetter({ ...letterC1, contract: named, number: text, reason: { code: text, name: text } }),
    )
    const read = await readPdf(pdf)
    expect(read.isTagged, name).toBe(true)
    // A long one is broken over lines.
    const plain = (words: string) => words.replaceAll(' ', '')
    expect(plain(read.text), name).toContain(plain(`Reason ${printable(text)}`))
    expect(read.text, name).toContain('$1,364.60')
    expect(unpackedPdf(pdf), name).not.toMatch(actingNames)
  }
})
