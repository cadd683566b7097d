// A dealer's day through a generated client: token, rates, sale, finalize, cancel quote.
import createClient from 'openapi-fetch'
import type { components, paths } from './made/openapi-typescript.ts'

declare const process: { argv: string[] }

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080'
/** A vehicle is sold one contract of a type, so each run needs its own. */
const vin = process.argv[3] ?? '1FTFW1E58RF000001'
const open = createClient<paths>({ baseUrl })

/** The answer, or an error with the problem. */
function done<Data>({ data, error }: { data?: Data; error?: unknown }, step: string): Data {
  if (data === undefined) throw new Error(`${step}: ${JSON.stringify(error)}`)
  return data
}

const token = done(
  await open.POST('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret: 'sandbox' },
    bodySerializer: (body) => new URLSearchParams(body as Record<string, string>),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'token',
)
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token.access_token}` } })

const quote = done(
  await client.GET('/Rates/rateQuote/{dealerNumber}', {
    params: {
      path: { dealerNumber: 'D1001' },
      query: {
        year: 2024,
        make: 'Ford',
        model: 'F-150',
        driveType: '4WD',
        odometer: 12_000,
        productTypeCode: ['VSC'],
      },
    },
  }),
  'rates',
)
const rate = quote.products[0]?.programs[0]?.plans[0]?.rates[0]
if (!rate) throw new Error('rates: none')

const sold = done(
  await client.POST('/contracts', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      rateId: rate.rateId,
      retailPrice: 2_995,
      vehicle: { vin },
      vehiclePurchasePrice: 52_000,
      customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
      customer: {
        firstName: 'Dana',
        lastName: 'Reyes',
        address: { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
      },
    },
  }),
  'sale',
)
const contractId = sold.id
const active = done(
  await client.POST('/contracts/{contractId}/finalize', {
    params: { path: { contractId }, header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {},
  }),
  'finalize',
)
const cancel = done(
  await client.POST('/contracts/{contractId}/cancelrequests', {
    params: { path: { contractId }, header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      isQuoteOnly: true,
      cancelDate: active.saleDate,
      cancelReasonCode: 'CUSTREQ',
      requestedBy: 'Customer',
      cancelOdometer: 12_000,
    },
  }),
  'cancel quote',
)

// The type of a list is its rows, and that of a dry run has its effects.
const listed: components['schemas']['ContractSearchResult'][] = done(
  await client.GET('/contracts', { params: { query: { pageSize: 5 } } }),
  'list',
)
const tried = done(
  await client.POST('/contracts/{contractId}/holds', {
    params: {
      path: { contractId },
      query: { dryRun: true },
      header: { 'Idempotency-Key': crypto.randomUUID() },
    },
    body: { holdReasonId: 5 },
  }),
  'dry run',
)
console.log(
  JSON.stringify({
    contract: active.number,
    status: active.status,
    refund: cancel.calculation?.totalRefund,
    listed: listed.length,
    events: tried.effects?.events.length ?? null,
  }),
)
