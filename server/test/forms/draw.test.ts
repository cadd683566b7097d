import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { ContractForm } from '../../src/domain/contract-form/form.ts'
import { drawContractForm } from '../../src/forms/draw.ts'
import {
  applianceService,
  draftQuote,
  gapWaiver,
  serviceContract,
} from '../support/builders/contract-forms.ts'
import { actingNames, readPdf, unpackedPdf } from '../support/builders/pdf-reading.ts'

describe('the form of a service contract', async () => {
  const pdf = drawContractForm(serviceContract)
  const read = await readPdf(pdf)

  test.each([
    ['the price', 'Contract price $2,995.00'],
    ['the sales tax', 'Total sales tax $224.63'],
    ['the tax of the county', 'Travis County (county) 1% of $2,995.00 $29.95'],
    ['the total', 'Total price $3,219.63'],
    ['the term', '60 months or 75,000 miles, whichever comes first'],
    ['the deductible', '$100.00 per repair visit, waived at the selling dealer and its dealer group'],
    ['the date of the sale', 'Sale date March 15, 2024'],
    ['the first day', 'March 16, 2024'],
    ['the last day', 'March 15, 2029'],
    ['the reading at the start', '12,000 miles'],
    ['the reading at the end', '87,000 miles'],
    ['the waiting period', '30 days and 1,000 miles'],
    ['a limit', 'Per claim Price you paid for the vehicle $52,000.00'],
    ['a benefit', '$40.00 per day, up to 5 days per claim; $800.00 over the life of the contract'],
    ['a coverage group', 'Transmission case, Torque converter, Valve body'],
    ['a surcharge', 'Seals and gaskets SEALS $59.00'],
    ['the loan', '$48,000.00'],
    ['the free look', 'through April 14, 2024'],
    ['the transfer', 'The fee is $40.00.'],
    ['a notice', 'This contract is not insurance.'],
    ['a custom field', 'Salesperson R. Diaz'],
    ['what is not covered', 'What is not covered Parts that wear out. Damage by collision, fire or theft.'],
    ['whom to call', 'Call Summit Protection Administrators at 512-555-0100'],
    ['when it begins, on one line', 'Begins Mar 16, 2024 at 12,000 miles'],
    ['the number', 'VSC-0000731'],
    ['the number of the form', 'VSC-100'],
    ['the VIN', '1FTFW1E58RF000001'],
    ['the lien holder', 'First Bank (L100)'],
    ['where the buyer signs', 'Buyer: Dana Reyes Date'],
    ['where the co-buyer signs', 'Co-buyer: Robin Reyes Date'],
    ['where the dealer signs', 'Dealer, by its authorized representative: Hill Country Ford Date'],
    ['the number of the page', `Page 1 of ${read.pages.length}`],
  ])('says %s', (_, words) => {
    expect(read.text).toContain(words)
  })

  test('does not show what the dealer pays', () => {
    expect(read.text).not.toMatch(/1,362\.93|1,061\.70|1,632\.07|21\.23|RESERVE|MARKUP|PREMTAX|dealer cost/i)
  })

  test('is tagged, in English, and has a title', () => {
    expect(read).toMatchObject({
      isTagged: true,
      language: 'en-US',
      title: 'Vehicle Service Contract VSC-0000731',
    })
    expect(new Set(read.parts)).toEqual(
      new Set([
        'Root',
        'Document',
        'Sect',
        'H1',
        'H2',
        'P',
        'L',
        'LI',
        'Lbl',
        'LBody',
        'Table',
        'TR',
        'TH',
        'TD',
      ]),
    )
    expect(read.parts.filter((part) => part === 'H1')).toHaveLength(1)
  })

  test('embeds its own fonts and no others', async () => {
    const document = await PDFDocument.load(pdf)
    const fonts = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
      .filter((dictionary) => dictionary.get(PDFName.of('Type')) === PDFName.of('Font'))
    const top = fonts.filter((font) => font.get(PDFName.of('Subtype')) === PDFName.of('Type0'))
    expect(top).toHaveLength(2)
    for (const font of top) {
      const descendant = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict)
      const descriptor = descendant.lookup(PDFName.of('FontDescriptor'), PDFDict)
      expect(descriptor.has(PDFName.of('FontFile2'))).toBe(true)
      expect(font.has(PDFName.of('ToUnicode'))).toBe(true)
    }
    expect(fonts).toHaveLength(4)
  })

  test('has no scripts or actions', () => {
    expect(unpackedPdf(pdf)).not.toMatch(actingNames)
    expect(read).toMatchObject({ hasScripts: false, hasOpenAction: false, annotationCount: 0, fieldCount: 0 })
  })

  test('is the same for the same contract, whatever was drawn before', () => {
    drawContractForm({ ...serviceContract, status: 'i̊ Ωﬁ ĳ ﬃ' })
    expect(drawContractForm(structuredClone(serviceContract)).equals(pdf)).toBe(true)
  })
})

describe('a draft', () => {
  test('is marked on every page', async () => {
    const { pages } = await readPdf(drawContractForm(draftQuote))
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toContain('DRAFT – not a contract')
    expect(pages.join(' ')).toContain('Not issued yet')
  })

  test('is the only form that is marked', async () => {
    const { text } = await readPdf(drawContractForm(serviceContract))
    expect(text).not.toMatch(/draft/i)
  })
})

test('a waiver shows its maximum benefit and the insurance deductible it covers', async () => {
  const { text } = await readPdf(drawContractForm(gapWaiver))
  expect(text).toContain('Maximum benefit Per total loss $50,000.00')
  expect(text).toContain('Your insurance deductible Covered up to $1,000.00')
  expect(text).toContain('125%')
  expect(text).toContain('Sales tax $0.00')
  expect(text).not.toContain('Co-buyer')
})

test('an item that is not a vehicle shows its serial number, and services show their number', async () => {
  const { text } = await readPdf(drawContractForm(applianceService))
  expect(text).toContain('Serial number SN-99-1234')
  expect(text).toContain('Coil cleaning At any time; recommended every 6 months 6')
  expect(text).toContain('This contract cannot be transferred')
  expect(text).not.toContain('VIN')
})

describe('any text', () => {
  const named = (name: string): ContractForm => ({
    ...serviceContract,
    customer: { ...serviceContract.customer, name },
    notices: [{ heading: name, text: name }],
    coverage: {
      ...serviceContract.coverage,
      groups: [{ name, components: [name, name], viaSurcharge: null }],
    },
  })

  test.each([
    ['Greek and Cyrillic', 'Ελένη Παπαδοπούλου Юлия Щербакова'],
    ['accents', 'Žofie Nguyễn Łukasz Ærøskøbing Ġużè'],
    ['brackets', '((a) \\ (b\\) %PDF-1.7 << /JS (x) >> endstream endobj'],
  ])('is written unchanged: %s', async (_, name) => {
    const pdf = drawContractForm(named(name))
    expect((await readPdf(pdf)).text).toContain(`Buyer: ${name}`)
  })

  test.each([
    ['accents by themselves', 'Jose\u0301', 'José'],
    ['ligatures', 'o\uFB03ce', 'office'],
    ['marks that turn text around', 'a\u202Eb\u2066c\u200F', 'abc'],
    ['control characters', 'a\u0007b\u001Bc\u0085d\tefg', 'abcd efg'],
    ['line breaks', 'a\nb\r\nc', 'a b c'],
    ['letters that the fonts lack', '山田 😀 שלום', '\uFFFD\uFFFD \uFFFD \uFFFD\uFFFD\uFFFD\uFFFD'],
    ['halves of letters', 'a\uD83Db', 'a\uFFFDb'],
    ['heaps of accents', `a${'\u0316'.repeat(50)}b`, `a${'\u0316'.repeat(3)}b`],
  ])('is written with the closest characters: %s', async (_, name, printed) => {
    const { text } = await readPdf(drawContractForm(named(name)))
    expect(text).toContain(`Buyer: ${printed} Date`)
  })

  test.each([
    ['a word of 300 letters', 'W'.repeat(300)],
    ['a text of many pages', 'all of this and more '.repeat(500)],
    ['nothing', ''],
    ['a word of 5,000 astral letters', '𝕏'.repeat(5_000)],
  ])('fits the page: %s', async (_, name) => {
    const pdf = drawContractForm(named(name))
    expect(await outsideOf(pdf)).toEqual([])
  })
})

/** Texts that begin or end outside of the margins. */
async function outsideOf(pdf: Uint8Array): Promise<string[]> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  const outside: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    for (const item of items) {
      if (!('transform' in item) || item.str.trim() === '') continue
      const [, , , , x, y] = item.transform as number[]
      const isIn = (x ?? 0) >= 47 && (x ?? 0) + item.width <= 566 && (y ?? 0) >= 30 && (y ?? 0) <= 765
      if (!isIn) outside.push(`${number}: ${item.str}`)
    }
  }
  return outside
}
