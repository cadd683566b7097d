import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { applyFiles, eventsOf, filesLeft } from '../support/builders/contract-files.ts'
import {
  finalize,
  rateIdOfR1,
  saleOfR1,
  sellAndFinalize,
  sellR1,
  withKey,
} from '../support/builders/contracts.ts'
import { actingNames, readPdf, unpackedPdf } from '../support/builders/pdf-reading.ts'
import { type Parameters, quote, ratesIn, truck } from '../support/builders/quotes.ts'
import { sandboxFiles } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem } from '../support/service/problem.ts'

// The form of a contract, from the sale to the file, read back with another library than the one that drew it.

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })

const staff = () => service.api.as('sandbox-entry')
const dealer = () => service.api.as('sandbox-dealer-d1001')
const bytesOf = (base64: string) => Buffer.from(base64, 'base64')
const DRAFT = /DRAFT/

/** Dealer cost and its lines; none of them may be found in any writing. */
const secret = ['1,362.93', '1362.93', '1,061.70', '1061.70', '1,632.07', '1632.07', '21.23', '125.00']

describe('the form of a contract', () => {
  test('shows what was sold to the customer, and never what the dealer pays', async () => {
    const { id, number, vehicle } = await sellAndFinalize(staff(), {
      cobuyer: { firstName: 'Robin', lastName: 'Reyes' },
    })
    const made = await dealer().post(`/contracts/${id}/documents`, { generate: true })
    expect(made.status, made.text).toBe(201)
    const { generatedDocument: generated, documentId } = made.body
    expect(generated).toMatchObject({ documentId, fileName: `${number}.pdf`, isDraft: false })
    const file = bytesOf(generated.pdf.data)
    const { text, isTagged } = await readPdf(file)
    for (const expectedText of [
      ...[number, 'VSC-100', 'Dana Reyes', 'Robin Reyes', '12 Elm St', vehicle.vin, 'Platinum'],
      ...['$2,995.00', '$224.63', '$3,219.63', '60 months', '75,000', '12,000', '87,000', '$52,000.00'],
      ...['March 15, 2024', 'March 15, 2029', '$48,000.00', '6.9', 'Deductible', '$0.00'],
      ...['30 days', 'April 14, 2024', '$50.00', '45 days', 'by days or by miles, whichever is less'],
    ])
      expect(text).toContain(expectedText)
    expect(text).not.toMatch(DRAFT)
    for (const figure of secret) expect(text).not.toContain(figure)
    expect(text).not.toMatch(/reserve|commission|dealer cost|markup|R\. Diaz/i)
    expect(unpackedPdf(file)).not.toMatch(actingNames)
    expect(isTagged).toBe(true)
    const [listed] = (await staff().get(`/contracts/${id}/documents`)).body
    expect(listed).toMatchObject({ documentTypeCode: 'CONTRACTFORM', createdBy: 'sandbox-dealer-d1001' })
  })

  test('is a draft until the contract is in force; both are stored', async () => {
    const { id, number } = (await sellR1(staff())).body
    const print = () => staff().post(`/contracts/${id}/documents`, { generate: true })
    const draft = (await print()).body.generatedDocument
    expect(draft).toMatchObject({ fileName: `${number}-draft.pdf`, isDraft: true })
    for (const page of (await readPdf(bytesOf(draft.pdf.data))).pages) expect(page).toMatch(DRAFT)
    await finalize(staff(), id)
    expect((await print()).body.generatedDocument).toMatchObject({
      fileName: `${number}.pdf`,
      isDraft: false,
    })
    await print()
    const listed = (await staff().get(`/contracts/${id}/documents?sortBy=fileName`)).body
    expect(listed.map(({ versions }: { versions: unknown[] }) => versions.length)).toEqual([1, 2])
  })

  test('of a quote has no number, and no customer unless one is named', async () => {
    const { id } = (await sellR1(staff(), { status: 'Quote', customer: undefined })).body
    const { generatedDocument } = (await staff().post(`/contracts/${id}/documents`, { generate: true })).body
    expect(generatedDocument).toMatchObject({ fileName: `quote-${id}-draft.pdf`, isDraft: true })
    const { text } = await readPdf(bytesOf(generatedDocument.pdf.data))
    expect(text).toContain('$2,995.00')
    expect(text).not.toMatch(/VSC-\d{7}/)
  })
})

describe('the form of every product', () => {
  const lien = { financedAmount: 30_000, financeTermMonths: 60, apr: 5, dealType: 'Loan', msrp: 32_000 }
  const television = {
    assetTypeCode: 'TV',
    itemPurchasePrice: 1_500,
    serialNumber: 'SN-77',
    saleDate: '2024-03-15',
  }
  const products: readonly [type: string, parameters: Parameters, says: readonly RegExp[]][] = [
    ['GAP', { ...truck, ...lien }, [/First Bank/, /\$30,000\.00/, /Guaranteed|waive|GAP/i]],
    ['PPM', truck, [/Oil/i, /every|interval/i]],
    ['TW', truck, [/Tire/i]],
    ['KEY', truck, [/Key/i]],
    ['APL', television, [/SN-77/, /\$1,500\.00/]],
  ]
  test.each(products)('%s', async (productTypeCode, parameters, says) => {
    const quoted = await quote(staff(), productTypeCode === 'APL' ? 'D5001' : 'D1001', {
      ...parameters,
      productTypeCode,
    })
    const [rate] = ratesIn(quoted.body)
    const { vehicle, vehiclePurchasePrice, customer } = saleOfR1()
    const sold = await staff().post('/contracts', {
      ...{ rateId: rate.rateId, retailPrice: rate.suggestedRetail, customer, generateDocument: true },
      ...(productTypeCode === 'APL' ? {} : { vehicle, vehiclePurchasePrice }),
      ...(productTypeCode === 'GAP' ? { lienHolderNumber: 'L100' } : {}),
    })
    expect(sold.status, sold.text).toBe(201)
    const { text } = await readPdf(bytesOf(sold.body.generatedDocument.pdf.data))
    for (const expectedText of [new RegExp(sold.body.number), /Dana Reyes/, ...says])
      expect(text).toMatch(expectedText)
    expect(text).not.toContain(written(sold.body.dealerCost))
  })
})

/** 1362.93 as a form would write it. */
const written = (amount: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

describe('a sale with generateDocument', () => {
  test('returns the draft and stores it with the contract', async () => {
    const sold = await sellR1(dealer(), { generateDocument: true })
    expect(sold.status, sold.text).toBe(201)
    const { id, number, generatedDocument } = sold.body
    const { pdf, ...rest } = generatedDocument
    expect(rest).toEqual({ documentId: expect.any(Number), fileName: `${number}-draft.pdf`, isDraft: true })
    expect(pdf).toMatchObject({ fileName: `${number}-draft.pdf`, contentType: 'application/pdf' })
    expect((await readPdf(bytesOf(pdf.data))).text).toContain(number)
    const stored = (await dealer().get(`/documents/${rest.documentId}`)).body
    expect(stored).toMatchObject({ entityId: id, fileName: `${number}-draft.pdf`, documentData: pdf.data })
    expect((await eventsOf(service, `contracts/${id}`)).map(({ type }) => type)).toEqual(['contract.created'])
    const read = await staff().get(`/contracts/${id}`)
    expect(read.body).not.toHaveProperty('generatedDocument')
    const { rows } = await service.databases.platformPool.query(
      'select changes::text as changes from tenant_adm1.audit_record where subject = $1',
      [`contracts/${id}`],
    )
    expect(rows[0].changes).not.toContain(pdf.data)
  })

  test('has the same ETag as reading the contract', async () => {
    const sold = await sellR1(staff(), { generateDocument: true })
    const read = await staff().get(`/contracts/${sold.body.id}`)
    expect(sold.headers.get('etag')).toBe(read.headers.get('etag'))
  })

  test('lists the document in a dry run and saves nothing; without generateDocument there is none', async () => {
    const sale = await saleNow()
    const [before, left] = [await checksums(service), await filesLeft()]
    const tried = await staff().post('/contracts?dryRun=true', sale)
    expect(tried.status, tried.text).toBe(201)
    expect(tried.body.effects.documents).toMatchObject([
      {
        documentTypeCode: 'CONTRACTFORM',
        entityType: 'Contract',
        fileName: `${tried.body.number}-draft.pdf`,
      },
    ])
    expect(await checksums(service)).toEqual(before)
    expect(await filesLeft()).toBe(left)
    const real = await staff().post('/contracts', sale)
    expect(real.body.generatedDocument.pdf).toEqual(tried.body.generatedDocument.pdf)
    const plain = await sellR1(staff())
    expect(plain.body).not.toHaveProperty('generatedDocument')
    expect((await staff().get(`/contracts/${plain.body.id}/documents`)).body).toEqual([])
  })

  test('gets the same answer with the same key, and prints nothing more', async () => {
    const sale = await saleNow()
    const key = withKey()
    const first = await staff().post('/contracts', sale, key)
    const left = await filesLeft()
    const again = await staff().post('/contracts', sale, key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await filesLeft()).toBe(left)
  })

  test('leaves no file when it is refused', async () => {
    const left = await filesLeft()
    expectProblem(await sellR1(staff(), { generateDocument: true, retailPrice: 1 }), 'RetailOutOfRange')
    expect(await filesLeft()).toBe(left)
  })

  test('of two concurrent sales on one vehicle, one succeeds and one file is stored', async () => {
    const left = await filesLeft()
    const sale = await saleNow()
    const answers = await Promise.all([1, 2, 3].map(() => staff().post('/contracts', sale)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await filesLeft()).toBe(left + 1)
  })

  test('has the same size limit as other requests', async () => {
    expectProblem(await sellR1(staff(), { notes: 'x'.repeat(2_000_000) }), 'PayloadTooLarge')
  })

  test('concurrent sales each print their own number', async () => {
    const left = await filesLeft()
    const sales = await Promise.all(
      Array.from({ length: 3 }, () => sellR1(staff(), { generateDocument: true })),
    )
    for (const { status, text } of sales) expect(status, text).toBe(201)
    expect(new Set(sales.map(({ body }) => body.number)).size).toBe(3)
    for (const { body } of sales) {
      const { text } = await readPdf(bytesOf(body.generatedDocument.pdf.data))
      expect(text.match(/VSC-\d{7}/)?.[0]).toBe(body.number)
    }
    expect(await filesLeft()).toBe(left + 3)
  })
})

describe('an administrator’s own form', () => {
  test('is filled in with its custom fields, for contracts sold while the book had it', async () => {
    const before = (await sellR1(staff())).body.id
    await applyFiles(service, new Map([...sandboxFiles, ['forms/VSC-100.pdf', await ownForm()]]))
    const { id, number } = (await sellR1(staff())).body
    const { generatedDocument } = (await staff().post(`/contracts/${id}/documents`, { generate: true })).body
    const { text, fieldCount } = await readPdf(bytesOf(generatedDocument.pdf.data))
    for (const expectedText of ['Our own paper', number, 'Dana Reyes', '$2,995.00', 'R. Diaz'])
      expect(text).toContain(expectedText)
    expect(fieldCount).toBe(0)
    for (const figure of secret) expect(text).not.toContain(figure)
    const drawn = (await staff().post(`/contracts/${before}/documents`, { generate: true })).body
    expect((await readPdf(bytesOf(drawn.generatedDocument.pdf.data))).text).not.toContain('Our own paper')
  })
})

/** A page with four fields, as base64. */
async function ownForm(): Promise<string> {
  const document = await PDFDocument.create()
  const page = document.addPage()
  page.drawText('Our own paper', { x: 50, y: 750 })
  const fields = document.getForm()
  for (const [at, name] of [
    'contract.number',
    'customer.name',
    'price.retail',
    'custom.SALESPERSON',
  ].entries())
    fields.createTextField(name).addToPage(page, { x: 50, y: 600 - 50 * at, width: 300, height: 20 })
  return Buffer.from(await document.save()).toString('base64')
}

/** A sale that can be sent several times. */
const saleNow = async () => ({ ...saleOfR1(), rateId: await rateIdOfR1(staff()), generateDocument: true })

describe('a change with generateDocument', () => {
  test('returns the form of the changed contract', async () => {
    const { id, number } = (await sellR1(staff())).body
    const { status, body } = await staff().patch(`/contracts/${id}`, {
      retailPrice: 2500,
      generateDocument: true,
    })
    expect([status, body.generatedDocument.fileName]).toEqual([200, `${number}-draft.pdf`])
    const { text } = await readPdf(bytesOf(body.generatedDocument.pdf.data))
    expect(text).toContain('$2,500.00')
    expect((await staff().get(`/contracts/${id}/documents`)).body).toHaveLength(1)
  })

  test('leaves no file in a dry run or when it is refused', async () => {
    const { id } = (await sellR1(staff())).body
    const before = await filesLeft()
    const tried = await staff().patch(`/contracts/${id}?dryRun=true`, {
      retailPrice: 2500,
      generateDocument: true,
    })
    expect(tried.body.effects.documents).toHaveLength(1)
    expectProblem(
      await staff().patch(`/contracts/${id}`, { retailPrice: 1, generateDocument: true }),
      'RetailOutOfRange',
    )
    await expect.poll(() => filesLeft()).toEqual(before)
  })
})
