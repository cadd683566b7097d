import { describe, expect, test } from 'vitest'
import { quoteOf, requested, soldC1, step } from '../support/builders/cancel-requests.ts'
import { act, cancelled, soldR1 } from '../support/builders/cancels.ts'
import { rowsPaid } from '../support/builders/cash-paid.ts'
import { eventsOf, filesLeft } from '../support/builders/contract-files.ts'
import { dana, withKey } from '../support/builders/contracts.ts'
import { actingNames, readPdf, unpackedPdf } from '../support/builders/pdf-reading.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem } from '../support/service/problem.ts'

// The worksheet as a letter, from the request to the file, read back with another library than the one that drew it.

const service = await testService()

const desk = () => service.api.as('sandbox-cancels')
const bytesOf = (generated: { pdf: { data: string } }) => Buffer.from(generated.pdf.data, 'base64')

/** 1364.6 as a letter writes it. */
const written = (amount: number) =>
  `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Dealer cost, its lines and what they give back; none of them may be found in any letter. */
const secret = ['1,362.93', '1,061.70', '1,632.07', '647.64', '995.56', '45.75', '30.50', '76.25', '12.95']

describe('the letter of a request', () => {
  test('shows the figures and how they were calculated, but not the lines', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    const { status, text: answered, body } = await step(desk(), request.id, 'Letter')
    expect(status, answered).toBe(200)
    const { generatedDocument, calculation } = body
    const fileName = `${request.number}-letter.pdf`
    expect(generatedDocument).toMatchObject({
      fileName,
      isDraft: false,
      pdf: { fileName, contentType: 'application/pdf' },
    })
    const file = bytesOf(generatedDocument)
    const { text, isTagged, title } = await readPdf(file)
    expect([isTagged, title]).toEqual([true, `Cancellation request ${contract.number}`])
    const { retail, grossRefund, claimsDeduction, cancelFee, netRefund, totalRefund } = calculation
    for (const sentence of [
      ...[contract.number, request.number, contract.vehicle.vin, 'Dana Reyes', '12 Elm St', 'TX-SC'],
      ...['Texas Occupations Code 1304.1581', 'October 25, 2025', '70.2081%', '61%', calculation.payee.name],
      `Price of the contract Without sales tax ${written(retail)}`,
      `${written(retail)} × 45,750 / 75,000. ${written(grossRefund)}`,
      `They are deducted. ${written(-claimsDeduction)}`,
      `which TX-SC allows. ${written(-cancelFee)}`,
      `${written(grossRefund)} - ${written(claimsDeduction)} - ${written(cancelFee)} ${written(netRefund)}`,
      `Total refund Refund of the price and sales tax ${written(totalRefund)}`,
      'is not refunded, by the sales tax rules of TX (state tax)',
    ])
      expect(text).toContain(sentence)
    for (const figure of secret) expect(text).not.toContain(figure)
    expect(text).not.toMatch(/reserve|markup|dealer cost|commission|shortfall/i)
    expect(unpackedPdf(file)).not.toMatch(actingNames)
  })

  test('is available to a dealer, stored with the contract, and reported as an event', async () => {
    const contract = await soldC1(service)
    const dealer = service.api.as('sandbox-dealer-d1001')
    const quoted = (await quoteOf(dealer, contract.id)).body
    // It moves no money and no state, so it needs no key.
    const {
      status,
      text: answered,
      body,
    } = await dealer.post(`/cancelrequests/${quoted.id}`, { action: 'Letter' })
    expect(status, answered).toBe(200)
    const { text } = await readPdf(bytesOf(body.generatedDocument))
    expect(text).toContain('The quote is valid until October 10, 2025.')
    expect(text).toContain('Hill Country Ford asked what you would get back')
    const [listed] = (await dealer.get(`/contracts/${contract.id}/documents`)).body
    const { documentId } = body.generatedDocument
    expect(listed).toMatchObject({
      id: documentId,
      documentTypeCode: 'STATEMENT',
      versions: [{ version: 1 }],
    })
    const stored = (await dealer.get(`/documents/${documentId}`)).body
    expect(stored.documentData).toBe(body.generatedDocument.pdf.data)
    expect((await eventsOf(service, `contracts/${contract.id}`)).at(-1)?.type).toBe('contract.updated')
    await step(dealer, quoted.id, 'Letter')
    const again = (await dealer.get(`/contracts/${contract.id}/documents`)).body
    expect(again).toMatchObject([{ id: documentId, versions: [{ version: 1 }, { version: 2 }] }])
    const { rows } = await service.databases.platformPool.query(
      `select count(*)::int as count from tenant_adm1.audit_record where changes::text like '%' || $1 || '%'`,
      [body.generatedDocument.pdf.data.slice(0, 200)],
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('asks for the odometer if it is missing', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id, { cancelOdometer: null })
    const { body } = await step(desk(), request.id, 'Letter')
    const { text } = await readPdf(bytesOf(body.generatedDocument))
    expect(text).toContain('Please send us: the odometer reading on September 10, 2025')
    expect(text).not.toContain('$')
  })

  test('shows an amount that was set by hand, but not the reason', async () => {
    const contract = await soldC1(service)
    const override = { reason: 'Threatened us with a lawyer', cancelFee: 0 }
    const request = await requested(service.api.as('sandbox-admin'), contract.id, { override })
    const { body } = await step(desk(), request.id, 'Letter')
    const { text } = await readPdf(bytesOf(body.generatedDocument))
    expect(text).toContain('Set for this cancellation. $0.00')
    expect(text).toContain(written(body.calculation.totalRefund))
    expect(text).not.toMatch(/lawyer/)
  })

  test('in a dry run is listed but not stored; a refusal leaves no file', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    const [before, left] = [await checksums(service), await filesLeft()]
    const path = `/cancelrequests/${request.id}`
    const tried = await desk().post(`${path}?dryRun=true`, { action: 'Letter' }, withKey())
    expect(tried.status, tried.text).toBe(200)
    expect(tried.body.effects.documents).toMatchObject([
      { documentTypeCode: 'STATEMENT', entityType: 'Contract', entityId: contract.id },
    ])
    expect(await checksums(service)).toEqual(before)
    await expect.poll(() => filesLeft()).toBe(left)
    expectProblem(
      await service.api.as('sandbox-dealer-d2001').post(path, { action: 'Letter' }, withKey()),
      'NotFound',
    )
    expectProblem(
      await service.api.as('sandbox-adjuster').post(path, { action: 'Letter' }, withKey()),
      'Forbidden',
    )
    expect(await filesLeft()).toBe(left)
  })
})

describe('the letter of a cancel', () => {
  test('follows the current state, and so does the letter of its request', async () => {
    const contract = await soldC1(service)
    const request = await requested(desk(), contract.id)
    const executed = await step(desk(), request.id, 'Execute')
    const { cancelId } = executed.body
    const letter = async () => {
      const answer = await desk().post(`/cancels/${cancelId}`, { action: 'Letter' })
      expect(answer.status, answer.text).toBe(200)
      return readPdf(bytesOf(answer.body.generatedDocument))
    }
    expect((await letter()).text).toContain('Due by October 25, 2025 $1,364.60')
    await rowsPaid(service, contract.id, ({ disbursementCode }) => disbursementCode === 'REFUND', {
      date: '2025-09-10',
      checkNumber: '10023',
    })
    const { text } = await letter()
    expect(text).toContain('Paid on September 10, 2025, check 10023')
    expect(text).toContain('Your contract is cancelled as of September 10, 2025, as you requested.')
    const again = await step(desk(), request.id, 'Letter')
    expect((await readPdf(bytesOf(again.body.generatedDocument))).text).toContain('check 10023')
  })

  test('says that the contract was reinstated', async () => {
    const contract = await soldR1(service)
    const { id } = await cancelled(service, contract.id)
    const back = await act(service.api.as('sandbox-admin'), id, { action: 'Reinstate', reason: 'In error' })
    expect(back.status, back.text).toBe(200)
    const { body } = await act(desk(), id, { action: 'Letter' })
    const { text, title } = await readPdf(bytesOf(body.generatedDocument))
    expect(title).toBe(`Your contract is reinstated ${contract.number}`)
    expect(text).toContain('It was reinstated on September 10, 2025.')
    expect(text).not.toContain('Due by')
  })

  test('goes to the current address of the customer, with any name', async () => {
    const name = 'O\u200BBrien </w> %PDF-1.7 ((\\) << /JS (x) >>'
    const contract = await soldR1(service, { customer: { ...dana, lastName: name } })
    const { id } = await cancelled(service, contract.id)
    const box = { line1: 'PO Box 77', city: 'Marfa', state: 'TX', zip: '79843' }
    const customer = `/customers/${contract.customer.customerId}`
    const moved = await service.api.as('sandbox-admin').patch(customer, { address: box })
    expect(moved.status, moved.text).toBe(200)
    const { body } = await act(desk(), id, { action: 'Letter' })
    const file = bytesOf(body.generatedDocument)
    const { text } = await readPdf(file)
    expect(text).toContain(`${dana.firstName} ${name.replace('\u200B', '')} PO Box 77 Marfa, TX 79843`)
    expect(unpackedPdf(file)).not.toMatch(actingNames)
  })
})
