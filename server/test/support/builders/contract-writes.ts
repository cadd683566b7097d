import { randomUUID } from 'node:crypto'
import type { Caller } from '../service/api.ts'
import { dana, newVin } from './contracts.ts'
import type { WriteStory } from './every-write.ts'
import { quote, rateIn } from './quotes.ts'

const actor = 'sandbox-admin'
const pickup = { year: 2024, make: 'Ford', model: 'F-150', driveType: '4WD', odometer: 12_000 }

/** A sale with today's date, by its inputs. */
async function saleOf(admin: Caller) {
  const { body } = await quote(admin, 'D1001', { ...pickup, productTypeCode: 'VSC' })
  const rate = rateIn(body, 'PLATINUM 60/75000 0')
  return () => ({
    dealerNumber: 'D1001',
    planId: rate.planId,
    termId: rate.term.id,
    deductibleId: rate.deductible.id,
    retailPrice: 2995,
    customer: dana,
    vehicle: { ...pickup, vin: newVin() },
    vehiclePurchasePrice: 52_000,
    customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
  })
}

/** The writes of contracts: sell, change, finalize, rerate, and the automatic steps. */
export async function contractWrites(admin: Caller): Promise<WriteStory[]> {
  const sale = await saleOf(admin)
  const sell = async (): Promise<number> => {
    const { status, body, text } = await admin.post('/contracts', sale())
    if (status !== 201) throw new Error(text)
    return body.id
  }
  const key = () => ({ 'idempotency-key': randomUUID() })
  const activate = async (): Promise<number> => {
    const id = await sell()
    await admin.post(`/contracts/${id}/finalize`, {}, key())
    return id
  }
  const [pending, other, waiting, rated, forgotten] = [
    await sell(),
    await sell(),
    await activate(),
    await sell(),
    await sell(),
  ]
  await admin.patch(`/contracts/${waiting}`, { vehicle: { odometer: 9_000 } })
  const over = await activate()
  await admin.patch(`/contracts/${over}`, { odometerReading: { value: 99_000 } })
  const story = (
    operation: string,
    id: number,
    path: string,
    done: unknown,
    refusal: string,
    refused: unknown,
  ) => ({
    operation,
    done: { path, body: done, headers: key() },
    // Without a key, because a refusal would be stored under it.
    refused: { path: refusal === 'NotFound' ? path.replace(String(id), '987654321') : path, body: refused },
    refusal,
    subject: `contracts/${id}`,
    actor,
  })
  return [
    {
      operation: 'POST /contracts',
      done: { path: '/contracts', body: sale() },
      refused: { path: '/contracts', body: { ...sale(), retailPrice: 1 } },
      refusal: 'RetailOutOfRange',
      subject: 'contracts/#',
      actor,
    },
    story(
      'PATCH /contracts/{contractId}',
      pending,
      `/contracts/${pending}`,
      { notes: 'Story' },
      'RetailOutOfRange',
      {
        retailPrice: 1,
      },
    ),
    story(
      'POST /contracts/{contractId}/finalize',
      other,
      `/contracts/${other}/finalize`,
      {},
      'ValidationFailed',
      { finalizeDate: 'soon' },
    ),
    story(
      'POST /contracts/{contractId}/refinalize',
      waiting,
      `/contracts/${waiting}/refinalize`,
      {},
      'ValidationFailed',
      { note: 1 },
    ),
    story(
      'POST /contracts/{contractId}/rerateRequests',
      rated,
      `/contracts/${rated}/rerateRequests`,
      { vehicle: { odometer: 9_000 }, applyChange: true },
      'NoPlansFound',
      { vehicle: { odometer: 90_000 } },
    ),
    story(
      'POST /contracts/autoexpire/{contractId}',
      over,
      `/contracts/autoexpire/${over}`,
      {},
      'NotFound',
      {},
    ),
    story(
      'POST /contracts/autovoidable/{contractId}',
      forgotten,
      `/contracts/autovoidable/${forgotten}`,
      { asOfDate: '2099-01-01' },
      'NotFound',
      {},
    ),
  ]
}
