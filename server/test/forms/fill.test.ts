import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import type { ContractForm } from '../../src/domain/contract-form/form.ts'
import { fillContractForm } from '../../src/forms/fill.ts'
import { draftQuote, serviceContract } from '../support/builders/contract-forms.ts'
import { actingNames, readPdf, unpackedPdf } from '../support/builders/pdf-reading.ts'

interface Box {
  readonly y: number
  readonly width?: number
  readonly height?: number
}

/** A form as an administrator would make one. */
async function ownForm(build: (document: PDFDocument, at: (box: Box) => object) => void) {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  page.drawText('Our own form', { x: 50, y: 740, font: await document.embedFont(StandardFonts.Helvetica) })
  build(document, ({ y, width = 300, height = 18 }) => ({ x: 50, y, width, height }))
  return document.save()
}

type Page = ReturnType<PDFDocument['getPage']>
const textField = (document: PDFDocument, name: string, at: object) => {
  const field = document.getForm().createTextField(name)
  field.addToPage(document.getPage(0) as Page, at)
  return field
}

async function filled(pdf: Uint8Array, form: ContractForm = serviceContract) {
  const answer = await fillContractForm(pdf, form)
  if ('refused' in answer) throw new Error(answer.refused)
  return { ...answer, read: await readPdf(answer.pdf) }
}

const withCustomer = (name: string): ContractForm => ({
  ...serviceContract,
  customer: { ...serviceContract.customer, name },
})

describe('fields', () => {
  test('are filled by name, in any case, and become part of the page', async () => {
    const pdf = await ownForm((document, at) => {
      textField(document, 'contract.number', at({ y: 700 }))
      textField(document, 'Customer.Name', at({ y: 670 }))
      textField(document, 'price.total', at({ y: 640 }))
      textField(document, 'taxes.2.jurisdiction', at({ y: 610 }))
      textField(document, 'custom.SALESPERSON', at({ y: 580 }))
      textField(document, 'coverage.expirationDate', at({ y: 550 }))
    })
    const { read, cut, unmatched } = await filled(pdf)
    expect(read.text).toContain(
      'Our own form VSC-0000731 Dana Reyes $3,219.63 Travis County R. Diaz March 15, 2029',
    )
    expect(read).toMatchObject({ fieldCount: 0, annotationCount: 0 })
    expect({ cut, unmatched }).toEqual({ cut: [], unmatched: [] })
  })

  test('with an unknown name, or without a value, stay as they are', async () => {
    const pdf = await ownForm((document, at) => {
      textField(document, 'office.stamp', at({ y: 700 })).setText('by hand')
      textField(document, 'surcharges.9.name', at({ y: 670 }))
      textField(document, 'financing.balloonAmount', at({ y: 640 }))
    })
    const { read } = await filled(pdf)
    expect(read.text.trim()).toBe('Our own form by hand')
  })

  test('that are check boxes follow the contract', async () => {
    const pdf = await ownForm((document, at) => {
      const form = document.getForm()
      const tick = (name: string, y: number) =>
        form.createCheckBox(name).addToPage(document.getPage(0), at({ y, width: 12, height: 12 }))
      tick('transfer.isTransferable', 700)
      tick('contract.isDraft', 680)
      tick('item.condition=Used', 660)
      tick('item.condition=New', 640)
    })
    const answer = await filled(pdf)
    const strokes = unpackedPdf(answer.pdf).match(/\/Field-\d+ Do/g)
    expect(strokes).toHaveLength(4)
    expect(await ticks(answer.pdf)).toEqual([true, false, true, false])
  })

  test('with choices are selected, in upper or lower case', async () => {
    const pdf = await ownForm((document, at) => {
      const form = document.getForm()
      const dropdown = form.createDropdown('financing.dealType')
      dropdown.addOptions(['CASH', 'LOAN', 'LEASE'])
      dropdown.addToPage(document.getPage(0), at({ y: 700 }))
      const list = form.createOptionList('item.fuelType')
      list.addOptions(['Diesel', 'Gas'])
      list.addToPage(document.getPage(0), at({ y: 600, height: 40 }))
      const other = form.createDropdown('coverage.plan')
      other.addOptions(['Gold', 'Silver'])
      other.addToPage(document.getPage(0), at({ y: 560 }))
      const radio = form.createRadioGroup('item.kind')
      radio.addOptionToPage('Vehicle', document.getPage(0), at({ y: 540, width: 12, height: 12 }))
      radio.addOptionToPage('Asset', document.getPage(0), at({ y: 520, width: 12, height: 12 }))
    })
    const { read, unmatched } = await filled(pdf)
    expect(read.text).toContain('LOAN')
    expect(read.text).not.toContain('CASH')
    expect(unmatched).toEqual(['coverage.plan'])
  })

  test('accept every letter of our fonts', async () => {
    const pdf = await ownForm((document, at) => textField(document, 'customer.name', at({ y: 700 })))
    const { read } = await filled(pdf, withCustomer('Žofie Ελένη Щербакова Nguyễn'))
    expect(read.text).toContain('Žofie Ελένη Щербакова Nguyễn')
  })
})

describe('a text that is too long', () => {
  const long = 'Maximiliana Featherstonehaugh-Cholmondeley of the Upper Hill Country'

  test('is set smaller', async () => {
    const pdf = await ownForm((document, at) => textField(document, 'customer.name', at({ y: 700 })))
    const { read, cut } = await filled(pdf, withCustomer(long))
    expect(read.text).toContain(long)
    expect(cut).toEqual([])
  })

  test.each([
    ['on a line', false, 60],
    ['in a small box', true, 60],
  ])('is cut off and reported when it would be too small: %s', async (_, multiline, width) => {
    const pdf = await ownForm((document, at) => {
      const field = textField(document, 'customer.name', at({ y: 700, width }))
      if (multiline) field.enableMultiline()
    })
    const { read, cut } = await filled(pdf, withCustomer(long))
    expect(read.text).toContain('Maximiliana')
    expect(read.text).toContain('…')
    expect(read.text).not.toContain('Country')
    expect(cut).toEqual(['customer.name'])
  })

  test('is cut off at the maximum length of the field', async () => {
    const pdf = await ownForm((document, at) => {
      textField(document, 'customer.name', at({ y: 700 })).setMaxLength(6)
    })
    const { read, cut } = await filled(pdf, withCustomer(long))
    expect(read.text).toContain('Maximi')
    expect(cut).toEqual(['customer.name'])
  })

  test('wraps in a multiline field', async () => {
    const pdf = await ownForm((document, at) => {
      textField(document, 'cancellation.text', at({ y: 400, width: 400, height: 200 })).enableMultiline()
    })
    const { read, cut } = await filled(pdf)
    expect(read.text).toContain('through April 14, 2024')
    expect(read.text).toContain('for each month or part thereof.')
    expect(cut).toEqual([])
  })
})

test('a draft is marked on every page, a contract is not', async () => {
  const pdf = await ownForm((document, at) => {
    document.addPage()
    textField(document, 'contract.status', at({ y: 700 }))
  })
  const draft = (await filled(pdf, draftQuote)).read
  expect(draft.pages).toHaveLength(2)
  for (const page of draft.pages) expect(page).toContain('DRAFT – not a contract')
  expect((await filled(pdf)).read.text).not.toMatch(/draft/i)
})

test('the same form and contract give the same bytes', async () => {
  const pdf = await ownForm((document, at) => textField(document, 'customer.name', at({ y: 700 })))
  const [one, other] = [await filled(pdf), await filled(pdf)]
  expect(Buffer.from(one.pdf).equals(Buffer.from(other.pdf))).toBe(true)
})

test('scripts, launch and submit actions and attached files are removed everywhere', async () => {
  const pdf = await ownForm((document, at) => {
    const { context, catalog } = document
    const script = (text: string) => ({ S: 'JavaScript', JS: PDFString.of(text) })
    document.addJavaScript('main', 'app.alert("script of the document")')
    catalog.set(PDFName.of('OpenAction'), context.obj(script('open')))
    catalog.set(PDFName.of('AA'), context.obj({ WC: script('close') }))
    const page = document.getPage(0)
    page.node.set(PDFName.of('AA'), context.register(context.obj({ O: script('page') })))
    const field = textField(document, 'customer.name', at({ y: 700 }))
    field.acroField.dict.set(PDFName.of('AA'), context.obj({ K: script('key') }))
    const button = document.getForm().createButton('send')
    button.addToPage('Send it', page, at({ y: 600 }))
    const submit = context.obj({ S: 'SubmitForm', F: PDFHexString.fromText('http://elsewhere.example') })
    for (const widget of button.acroField.getWidgets()) widget.dict.set(PDFName.of('A'), submit)
    const link = (action: object, y: number) =>
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [50, y, 90, y + 9],
          A: context.obj(action as never),
        }),
      )
    page.node.addAnnot(link({ S: 'Launch', F: PDFString.of('calc.exe') }, 500))
    page.node.addAnnot(
      link({ S: 'URI', URI: PDFString.of('https://ours.example'), Next: context.obj(script('next')) }, 480),
    )
  })
  expect(unpackedPdf(pdf)).toMatch(actingNames)
  const { pdf: safe, read } = await filled(pdf)
  expect(unpackedPdf(safe)).not.toMatch(actingNames)
  expect(unpackedPdf(safe)).not.toMatch(/elsewhere|calc\.exe|script of the document/)
  expect(read).toMatchObject({ hasScripts: false, hasOpenAction: false, fieldCount: 0 })
  expect(read.text).toContain('Dana Reyes')
  expect(read.text).not.toContain('Send it')
  // A link to a page of the web is no more than it says.
  expect(unpackedPdf(safe)).toContain('https://ours.example')
})

test('a font keeps its name, even when an action could have that name', async () => {
  const pdf = await ownForm((document, at) => {
    textField(document, 'customer.name', at({ y: 700 }))
    const fonts = document.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
    const [first] = fonts?.values() ?? []
    if (first) fonts?.set(PDFName.of('AA'), first)
  })
  const { pdf: safe } = await filled(pdf)
  const page = (await PDFDocument.load(safe)).getPage(0)
  expect(page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict).has(PDFName.of('AA'))).toBe(true)
})

describe('refuses', () => {
  const refusal = (bytes: Uint8Array) => fillContractForm(bytes, serviceContract)

  test('a file that is not a PDF', async () => {
    expect(await refusal(Buffer.from('hello'))).toEqual({ refused: 'NotPdf' })
    expect(await refusal(new Uint8Array())).toEqual({ refused: 'NotPdf' })
  })

  test('a damaged PDF', async () => {
    const pdf = Buffer.from(await ownForm((document, at) => textField(document, 'a', at({ y: 700 }))))
    expect(await refusal(pdf.subarray(0, 60))).toEqual({ refused: 'NotPdf' })
  })

  test('a PDF without fields', async () => {
    expect(await refusal(await ownForm(() => undefined))).toEqual({ refused: 'NoForm' })
  })

  test('an encrypted PDF', async () => {
    const { default: Kit } = await import('pdfkit')
    const document = new Kit({ ownerPassword: 'secret', userPassword: 'secret' })
    document.end()
    const chunks: Buffer[] = []
    for await (const chunk of document as unknown as AsyncIterable<Buffer>) chunks.push(chunk)
    expect(await refusal(Buffer.concat(chunks))).toEqual({ refused: 'Encrypted' })
  })
})

/** Of each check box, by its picture on the page: whether it has a tick. */
async function ticks(pdf: Uint8Array): Promise<boolean[]> {
  const document = await PDFDocument.load(pdf)
  const page = document.getPage(0)
  const pictures = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict)
  const { decodePDFRawStream, PDFRawStream } = await import('pdf-lib')
  return (pictures?.keys() ?? []).map((key) => {
    const stream = pictures?.lookup(key)
    if (!(stream instanceof PDFRawStream)) throw new Error('A picture is missing.')
    // A box alone is drawn with one path; a tick is another one.
    const drawn = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
    return (drawn.match(/\bm\b/g) ?? []).length > 1
  })
}
