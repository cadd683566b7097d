import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, field, figure, fillAll, fillIn, link, region } from '../support/browser/controls.ts'
import { expectText, type PortalWindow, settled, soon } from '../support/browser/window.ts'
import { openWindows } from '../support/browser/windows.ts'
import { soldOn } from '../support/builders/cancel-requests.ts'
import { laborFor, openClaims, waterPump } from '../support/builders/claims.ts'
import { newVin } from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'
import { inActions, tabTo } from './keyboard.ts'

// Claims in the portal: an adjuster decides, a shop files, a company inspects, a second person approves, a lender is paid.
// Its own service, because the clock stands at the losses of the norm's examples. `npm test` runs the stories of an adjuster; all
// others are left to the soak, because each takes seconds.

// biome-ignore lint/suspicious/noExplicitAny: a claim as it is answered.
type Any = any

const service = await testService()
const windows = openWindows(service)
afterAll(endBrowser)

const claims = await openClaims(service)
const { done } = claims
const desk = { user: 'sandbox-adjuster' }
const shop = { user: 'sandbox-facility-rf100', width: 320, height: 640 }
const inspector = { user: 'sandbox-inspector-ic100', width: 320, height: 640 }
const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** The contract of the examples, with a deductible of 100.00 a visit. */
let contractId = 0
let contractNumber = ''
const names = { complaint: '', cause: '', correction: '' }

beforeAll(async () => {
  contractId = await claims.sellVsc('100')
  contractNumber = (await claims.contract(contractId)).number
  const nameIn = async (list: string, code: string): Promise<string> =>
    (await done(claims.admin.get(`/claims/${list}`))).find((row: Any) => row.code === code).name
  names.complaint = await nameIn('complaints', 'NOISE')
  names.cause = await nameIn('causes', 'INTFAIL')
  names.correction = await nameIn('corrections', 'REPLACE')
})

const entered = (changes: object = {}): Promise<Any> => done(claims.enter(contractId, changes), 201)
const withoutGuide = { ...waterPump, labor: waterPump.labor.map(({ hoursGuide: _, ...line }) => line) }

/** Waits until the dry run is done, and presses. */
async function press(main: ReturnType<typeof button>): Promise<void> {
  await soon(() => main.getAttribute('aria-disabled')).not.toBe('true')
  await main.click()
}

const statusOf = async (id: number): Promise<string> => (await claims.read(id)).status

describe('an adjuster', () => {
  test('finds a claim, enters the guide time and authorizes it, all by keyboard', async () => {
    const claim = await entered({ details: [withoutGuide] })
    const window = await windows.open(desk)
    const { page } = window
    await window.go('/home')
    await inActions(
      8,
      async () => {
        await page.keyboard.press('/')
        await page.keyboard.type(claim.number)
        await expectText(page.getByRole('option', { selected: true }), claim.number)
      },
      async () => {
        await page.keyboard.press('Enter')
        await expectText(page.locator('h1'), claim.number)
        await expectText(figure(page, 'claim-payable'), money(claim.costs.payable))
      },
      async () => {
        await tabTo(page, 'Guide hours')
        await page.keyboard.type('3.8')
        await expectText(figure(page, 'claim-payable'), '$957.96')
      },
      async () => {
        await page.keyboard.press('Control+s')
        await page.getByText('The lines are saved').first().waitFor()
      },
      async () => {
        await page.keyboard.press('Control+Enter')
        await expectText(button(dialog(page, 'Authorize'), 'Authorize $957.96'), 'Authorize')
      },
      async () => {
        const main = button(dialog(page, 'Authorize'), 'Authorize $957.96')
        await soon(() => main.getAttribute('aria-disabled')).not.toBe('true')
        await page.keyboard.press('Control+Enter')
      },
    )
    await soon(() => statusOf(claim.id)).toBe('Authorized')
    const { costs, details } = await claims.read(claim.id)
    expect(details).toMatchObject([{ status: 'Authorized', authorizedAmount: 957.96 }])
    await expectText(figure(page, 'claim-payable'), money(costs.payable))
    await expectText(figure(page, 'customer-pays'), money(costs.customerPay))
    await expectClean(window)
  })

  test('sees every figure of the lines as the service has it, down to its steps', async () => {
    const claim = await entered()
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/${claim.number}`)
    const grid = page.getByRole('grid', { name: 'Lines' })
    await expectText(figure(page, 'detail-1-requested'), money(claim.details[0].requested))
    await expectText(figure(page, 'detail-1-adjusted'), money(claim.details[0].adjusted))
    await expectText(figure(page, 'detail-1-tax'), money(claim.details[0].tax))
    await expectText(figure(page, 'detail-1-payable'), money(claim.details[0].payable))
    await expectText(grid, 'Guide time')
    await expectText(grid, '-$58.00')
    await expectText(region(page, 'Limits'), `Your authority${money(claim.costs.payable)} of $5,000.00`)
    await button(page, 'Customer pays').click()
    await expectText(dialog(page, 'How it came about').getByRole('list'), '100.00 deductible')
    await page.keyboard.press('Escape')
    await expectClean(window)
  })

  test('denies one detail of two and leaves the other', async () => {
    const claim = await entered({ details: [laborFor(150), laborFor(400)] })
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/${claim.number}`)
    await page.getByRole('checkbox', { name: 'Choose detail 1' }).check()
    await button(page, 'Deny').click()
    const asked = dialog(page, 'Deny')
    const [reason] = await done(claims.admin.get('/claims/deniedReasons?productTypeCode=VSC&isActive=true'))
    await fillIn(asked, 'Reason', reason.name)
    await press(button(asked, 'Deny'))
    await soon(async () => (await claims.read(claim.id)).details.map(({ status }: Any) => status)).toEqual([
      'Denied',
      'Pending',
    ])
    await expectText(figure(page, 'customer-pays'), money((await claims.read(claim.id)).costs.customerPay))
  })

  test('keeps what another person saves while lines are edited', async () => {
    const claim = await entered({ details: [withoutGuide] })
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/${claim.number}`)
    await fillIn(page, 'Guide hours', '3.8')
    await expectText(figure(page, 'claim-payable'), '$957.96')
    const [{ id, labor }] = claim.details
    const shorter = withoutGuide.labor.map((line) => ({ ...line, id: labor[0].id, hoursRequested: 4 }))
    const theirs = {
      ...{ lossDate: claim.lossDate, lossOdometer: claim.lossOdometer, repairFacilityId: claims.facilityId },
      details: [{ ...withoutGuide, id, labor: shorter }, laborFor(50)],
    }
    await done(claims.supervisor.put(`/claims/${claim.id}`, theirs))
    await button(page, 'Save lines').click()
    await button(figure(page, 'stale'), 'Reload').click()
    // The detail that both changed is asked for. The one that was added stays by itself.
    const both = dialog(page, 'Someone changed this')
    await expectText(both, '4 × $145.00')
    await button(both, 'Save the chosen values').click()
    await expectText(figure(page, 'detail-2-requested'), '$50.00')
    await press(button(page, 'Save lines'))
    const hoursOf = ({ status, labor: [line] }: Any) => [status, line.hoursRequested, line.hoursGuide]
    await soon(async () => (await claims.read(claim.id)).details.map(hoursOf)).toEqual([
      ['Pending', 4.2, 3.8],
      ['Pending', 1, null],
    ])
    await expectClean(window, { refusals: [/^412 PUT/] })
  })

  test('sees what the decision letter does, and writes it', async () => {
    const claim = await entered()
    await done(claims.authorize(claim.id))
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/${claim.number}`)
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Letter' }).click()
    const asked = dialog(page, 'Decision letter')
    await expectText(region(asked, 'Effects'), `${claim.number}-decision.pdf`)
    expect((await claims.read(claim.id)).documents).toEqual([])
    await press(button(asked, 'Write letter'))
    await asked.locator('iframe[title^="Document"]').waitFor()
    expect((await claims.read(claim.id)).documents).toMatchObject([{ documentTypeCode: 'DECISION' }])
    await page.keyboard.press('Escape')
    await expectText(region(page, 'Documents'), 'Decision letter')
    await expectClean(window)
  })

  test('requests the payment; the same invoice on another claim leads back to the first', async () => {
    const [first, second] = [await entered(), await entered({ lossDate: '2025-03-09' })]
    await done(claims.authorize(first.id))
    await done(claims.authorize(second.id))
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/${first.number}`)
    await button(page, 'Request payment').click()
    const asked = dialog(page, 'Request payment')
    await fillIn(asked, 'Invoice number', 'RO-7781')
    await expectText(region(asked, 'Effects'), money(first.costs.payable))
    await press(button(asked, `Request ${money(first.costs.payable)}`))
    await soon(() => statusOf(first.id)).toBe('PaymentRequested')

    await window.go(`/claims/${second.number}`)
    await button(page, 'Request payment').click()
    await fillIn(dialog(page, 'Request payment'), 'Invoice number', 'ro-7781 ')
    await link(page, 'Open the other claim').click()
    await expectText(page.locator('h1'), first.number)
    await settled(window)
    await expectClean(window, { refusals: [/^409 POST .*paymentrequests/] })
  })

  test('enters a claim on a contract that is not in force: each reason is told at once', async () => {
    const window = await windows.open(desk)
    const { page } = window
    await window.go('/claims/new')
    await fillIn(page, 'Contract', contractNumber)
    await fillIn(page, 'Loss date', '2024-03-10')
    await fillIn(page, 'Loss odometer', '9000')
    const told = figure(page, 'in-force')
    await expectText(told, 'before the first day of the contract')
    await expectText(told, 'The odometer showed 9000')
    await fillIn(page, 'Loss date', '2025-03-10')
    await fillIn(page, 'Loss odometer', '24100')
    await expectText(told, 'in force')
    await expectClean(window)
    // What was typed is not lost by accident.
    await button(page, 'Close').click()
    await button(dialog(page, 'Unsaved changes'), 'Leave').click()
    await expectText(page.locator('h1'), 'Claims')
  })
})

describe('a costly claim', () => {
  let claim: Any

  test('is refused until it is inspected, and the list of reasons leads to the order', async () => {
    claim = await entered({ details: [laborFor(6000)], repairFacilityId: null })
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/${claim.number}`)
    await button(page, 'Authorize').click()
    const refused = figure(page, 'refusals')
    await expectText(refused, 'needs an inspection')
    await button(refused, 'Order inspection').click()
    const order = dialog(page, 'Order inspection')
    const company = await done(claims.admin.get(`/inspectioncompanies/${claims.companyId}`))
    await fillIn(order, 'Inspection company', company.name)
    const [reason] = await done(claims.admin.get('/inspectionreasons?isActive=true'))
    await fillIn(order, 'Reason', reason.name)
    await press(button(order, 'Order inspection from'))
    await soon(() => statusOf(claim.id)).toBe('OnHold')
    await settled(window)
    await expectClean(window, { refusals: [/^422 PATCH/] })
  })

  test('is inspected by the company, from a phone', async () => {
    const [ordered] = (await claims.read(claim.id)).inspections
    const window = await windows.open(inspector)
    const { page } = window
    await window.load('/inspections')
    await link(page, ordered.number).click()
    await expectText(page.locator('h1'), ordered.number)
    await settled(window)
    await expectClean(window)
    await button(page, 'Take order').click()
    await press(button(dialog(page, 'Take '), 'Take order'))
    await expectText(figure(page, 'inspection-status'), 'Assigned')
    await button(page, 'Report').click()
    const report = dialog(page, 'Report on')
    await fillIn(report, 'Conclusion', 'Failure confirmed')
    await fillIn(report, 'Findings', 'The alternator does not charge.')
    await press(button(report, 'Send report'))
    await expectText(figure(page, 'inspection-status'), 'Completed')
    await expectClean(window)
  })

  test('is above the authority of the adjuster, and approved by another person', async () => {
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/${claim.number}`)
    await button(page, 'Authorize').click()
    const asked = dialog(page, 'Authorize')
    await expectText(asked, 'above your authority')
    await press(button(asked, 'Authorize $'))
    await soon(() => statusOf(claim.id)).toBe('PendingApproval')

    const second = await windows.open({ user: 'sandbox-supervisor' })
    await second.go('/claims?tab=approvals')
    await link(second.page, claim.number).click()
    await button(second.page, 'Approve').click()
    const { costs } = await claims.read(claim.id)
    await press(button(dialog(second.page, 'Approve'), `Approve ${money(costs.payable)}`))
    await soon(() => statusOf(claim.id)).toBe('Authorized')
    await settled(second)
    await expectClean(second)
  })
})

describe('a repair facility', () => {
  test('files a claim from a phone by the number of the contract, and follows it', async () => {
    const window = await windows.open(shop)
    const { page } = window
    await window.load('/claims/new')
    await fillIn(page, 'Contract', contractNumber)
    await fillIn(page, 'Loss date', '2025-03-08')
    await fillIn(page, 'Loss odometer', '24050')
    await expectText(figure(page, 'in-force'), 'in force')
    await fillAll(page, {
      Complaint: names.complaint,
      Cause: names.cause,
      Correction: names.correction,
      'Component code': 'WATERPUMP',
    })
    await button(page, 'Add labor').click()
    await fillIn(page, 'Hours asked', '2')
    await fillIn(page, 'Rate asked', '140')
    await expectText(figure(page, 'claim-payable'), '$180.00')
    // What is approved is for adjusters.
    expect(await field(page, 'Guide hours').count()).toBe(0)
    await expectClean(window)
    await press(button(page, 'Enter claim'))
    await expectText(page.locator('h1'), /^CLM-/)
    await settled(window)
    const number = (await page.locator('h1').textContent()) ?? ''
    const { items } = await done(claims.adjuster.get(`/claims?number=${number}`))
    const claim = await claims.read(items[0].id)
    expect(claim).toMatchObject({
      ...{ repairFacility: { id: claims.facilityId }, lossDate: '2025-03-08', lossOdometer: 24_050 },
      ...{ costs: { requested: 280, payable: 180, customerPay: 100 } },
    })
    expect(await page.getByRole('button', { name: /^Authorize/ }).count()).toBe(0)
    await note(window, 'The car is on the lift.')
    await expectClean(window)
  })

  const note = async ({ page }: PortalWindow, text: string) => {
    await fillIn(page, 'New note', text)
    await button(page, 'Add note').click()
    await expectText(region(page, 'Notes'), text)
  }
})

describe('prepaid maintenance', () => {
  test('is claimed beside what the contract has left, and authorized', async () => {
    const { number } = await claims.contract(await claims.sellServices())
    const window = await windows.open(desk)
    const { page } = window
    await window.go(`/claims/new?contract=${number}&lossDate=2025-03-10&lossOdometer=24100`)
    const visits = region(page, 'Visits')
    await fillAll(visits, { Service: 'Oil', 'Service date': '2025-03-10', Odometer: '24100' })
    await expectText(figure(page, 'claim-payable'), '$55.00')
    await press(button(page, 'Enter claim'))
    await expectText(page.locator('h1'), /^CLM-/)
    await settled(window)
    const left = page.getByRole('table', { name: 'Services of the contract' })
    await expectText(left, '6')
    await expectClean(window)
    await button(page, 'Authorize').click()
    await press(button(dialog(page, 'Authorize'), 'Authorize $55.00'))
    const claimNumber = await page.locator('h1').textContent()
    const { items } = await done(claims.adjuster.get(`/claims?number=${claimNumber}`))
    await soon(() => statusOf(items[0].id)).toBe('Authorized')
    const [service] = await done(claims.adjuster.get(`/claims/${items[0].id}/ppmservices`))
    await expectText(left.getByRole('row', { name: service.name }), `${service.used}${service.reserved}`)
  })
})

describe('a total loss', () => {
  const loan = { dealType: 'Loan', amountFinanced: 32_000, apr: 6.9, termMonths: 72 }

  test('is settled from top to bottom to 4,232.89, with a checklist, and authorized', async () => {
    const waiver = await soldOn(service, {
      ...{ dealer: 'D1001', on: '2024-01-20', rate: 'GAP125 72 NONE' },
      query: {
        ...{ productTypeCode: 'GAP', financedAmount: 32_000, financeTermMonths: 72 },
        ...{ apr: 6.9, dealType: 'Loan', msrp: 30_000 },
      },
      body: {
        ...{ lienHolderNumber: 'L200', vehicle: { vin: newVin() } },
        financing: { ...loan, firstPaymentDate: '2024-02-20' },
      },
    })
    await claims.to('2025-10-10')
    const loss = { contractId: waiver.id, lossDate: '2025-10-02', lossOdometer: 30_000 }
    const claim = await done(claims.adjuster.post('/claims', loss), 201)
    const window = await windows.open(desk)
    const { page } = window
    await window.load(`/claims/${claim.number}`)
    await expectText(region(page, 'GAP settlement'), 'The settlement still needs')
    await fillAll(page, {
      'How it was lost': 'Collision',
      'Lender’s payoff': '25600.46',
      'Value for loan to value': '30000',
      'Actual cash value': '19850',
      'Insurance deductible': '1500',
      'Prior damage': '350',
    })
    await button(page, 'Add refund').click()
    await fillAll(page, { 'Refund 1': 'VSC', 'Amount of refund 1': '1364.60' })
    await expectText(figure(page, 'gap-payable'), '$4,232.89')
    await expectText(figure(page, 'customer-pays'), '$2,002.97')
    const missing = page.getByRole('checkbox', { name: /: missing$/ })
    while ((await missing.count()) > 0) await missing.first().click()
    await expectClean(window)
    await button(page, 'Save lines').click()
    await soon(async () => (await claims.read(claim.id)).gapSettlement?.payable).toBe(4232.89)
    await settled(window)
    const { gapSettlement } = await claims.read(claim.id)
    await button(page, 'Scheduled balance').click()
    await expectText(dialog(page, 'How it came about'), money(gapSettlement.scheduledBalance))
    await page.keyboard.press('Escape')
    await button(page, 'Authorize').click()
    await press(button(dialog(page, 'Authorize'), 'Authorize $4,232.89'))
    await soon(() => statusOf(claim.id)).toBe('Authorized')
  })
})
