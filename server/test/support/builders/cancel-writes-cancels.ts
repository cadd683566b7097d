import { addDays } from '../../../src/domain/dates.ts'
import type { Caller } from '../service/api.ts'
import { sandboxToday } from '../service/sandbox.ts'
import { newVin, rateIdOfR1, saleOfR1, withKey } from './contracts.ts'
import type { WriteStory } from './every-write.ts'
import { ratesIn, standingQuote, truck } from './quotes.ts'

const actor = 'sandbox-admin'

/** The writes of cancels, on contracts sold today. */
export async function cancelWrites(admin: Caller): Promise<WriteStory[]> {
  const today = await sandboxToday(admin)
  const rateId = await rateIdOfR1(admin, 'D1001', { saleDate: today })
  const wish = { cancelDate: today, cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_000 }
  const sell = async (): Promise<number> => {
    const { status, body, text } = await admin.post('/contracts', { rateId, ...saleOfR1() })
    if (status !== 201) throw new Error(text)
    await admin.post(`/contracts/${body.id}/finalize`, {}, withKey())
    return body.id
  }
  const vin = newVin()
  const loan = { dealType: 'Loan', amountFinanced: 32_000, apr: 6.9, termMonths: 72 }
  const sellGap = async (saleDate: string): Promise<number> => {
    const quoted = await standingQuote(admin, 'D1001', {
      ...{ ...truck, saleDate, productTypeCode: 'GAP', dealType: 'Loan', msrp: 30_000 },
      ...{ financedAmount: 32_000, financeTermMonths: 72, apr: 6.9 },
    })
    const { rateId, suggestedRetail: retailPrice } = ratesIn(quoted)[0]
    const sale = {
      ...{ ...saleOfR1(vin), rateId, retailPrice, financing: loan, allowDuplicate: true },
      customFieldValues: [],
    }
    const { status, body, text } = await admin.post('/contracts', sale)
    if (status !== 201) throw new Error(text)
    await admin.post(`/contracts/${body.id}/finalize`, {}, withKey())
    return body.id
  }
  const [replaced, newest] = [await sellGap(addDays(today, -10)), await sellGap(today)]
  const [first, second] = [await sell(), await sell()]
  const cancelled = await admin.post(`/contracts/${second}/cancels`, wish, withKey())
  if (cancelled.status !== 201) throw new Error(cancelled.text)
  const [one, act] = [`/contracts/${first}/cancels`, `/cancels/${cancelled.body.id}`]
  const back = { action: 'Reinstate', reason: 'In error' }
  return [
    {
      ...{ operation: 'POST /contracts/{contractId}/cancels', subject: `contracts/${first}`, actor },
      done: { path: one, body: wish },
      // Refused by the schema, because any other refusal would be stored under the key.
      refused: { path: one, body: { ...wish, cancelDate: 'soon' } },
      refusal: 'ValidationFailed',
    },
    {
      ...{ operation: 'POST /cancels/{cancelId}', subject: `contracts/${second}`, actor },
      done: { path: act, body: back },
      refused: { path: act, body: { action: back.action } },
      refusal: 'ValidationFailed',
    },
    {
      ...{ operation: 'POST /cancelrules/library', subject: 'cancelrules/library', actor },
      done: { path: '/cancelrules/library', body: {} },
      refused: { path: '/cancelrules/library', body: { state: 'WA' } },
      refusal: 'ValidationFailed',
    },
    {
      ...{ operation: 'POST /contracts/autocancelgap/{contractId}', actor },
      done: { path: `/contracts/autocancelgap/${replaced}`, body: {} },
      refused: { path: `/contracts/autocancelgap/${newest}`, body: { asOfDate: 'soon' } },
      refusal: 'ValidationFailed',
      subject: `contracts/${replaced}`,
    },
  ]
}
