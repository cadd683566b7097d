// Callers of an administrator, and what they do with one contract after the other: sold, put in force, paid for, claimed
// on, cancelled. Each write has an Idempotency-Key and is sent until it is answered, so that it happens once whatever fails.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { saleInputs } from '../../bench/contracts/writes-sales.mjs'

const WAIT_MILLISECONDS = 100
/** A write that is not answered for so long is a fault. */
const PATIENCE_MILLISECONDS = 120_000
const TOKEN_MILLISECONDS = 600_000

/** Signs in; gives the answer whatever it is. */
export async function signIn({ url }, { clientId, clientSecret }) {
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  })
  return answered(await fetch(`${url}/oauth/token`, { method: 'POST', body }))
}

/** A client of an administrator with its token. */
export function openCaller(installation, administrator) {
  let token
  let tokenUntil = 0
  async function bearer() {
    if (Date.now() < tokenUntil) return token
    const answer = await signIn(installation, administrator)
    if (answer.status !== 200) throw new Error(`Signing in was answered ${answer.status} ${answer.text}`)
    token = answer.body.access_token
    tokenUntil = Date.now() + TOKEN_MILLISECONDS
    return token
  }
  const send = async (method, path, body, key) =>
    answered(
      await fetch(`${installation.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await bearer()}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
  return {
    administrator,
    send,
    get: (path) => send('GET', path),
    post: (path, body, key = randomUUID()) => send('POST', path, body, key),
  }
}

async function answered(response) {
  const text = await response.text()
  const { status, headers } = response
  return {
    status,
    headers,
    text,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
  }
}

/** The database is away: the same may work a moment later. A repeated write may still be at work the first time. */
const isPassing = ({ status, body }) =>
  (status === 503 && body?.code !== undefined) || (status === 409 && body?.code === 'RequestInProgress')

/**
 * Notes every write and what became of it. Without patience a write that is not answered at once is a fault.
 */
export function openDiary({ isPatient = true } = {}) {
  const writes = []
  const faults = []
  const fault = (text) => {
    faults.push(text)
    throw new Error(text)
  }

  async function write(caller, kind, path, body) {
    const entry = {
      kind,
      caller,
      path,
      body,
      key: randomUUID(),
      unanswered: 0,
      refused: 0,
      answer: undefined,
    }
    writes.push(entry)
    const name = `${caller.administrator.number}: ${kind}`
    for (const end = Date.now() + PATIENCE_MILLISECONDS; ; ) {
      const answer = await caller.post(path, body, entry.key).catch((error) => ({ error }))
      if (answer.status === 200 || answer.status === 201) {
        entry.answer = answer
        entry.at = Date.now()
        return answer.body
      }
      const said = answer.error ? `no answer (${answer.error.message})` : `${answer.status} ${answer.text}`
      if (!isPatient) fault(`${name} was answered ${said}`)
      if (answer.error) entry.unanswered += 1
      else if (isPassing(answer)) entry.refused += 1
      else fault(`${name} was answered ${said}`)
      if (answer.status === 503 && !answer.headers.get('retry-after'))
        fault(`${name} was answered 503 without Retry-After`)
      if (Date.now() > end) fault(`${name} was not answered for ${PATIENCE_MILLISECONDS} ms: ${said}`)
      await sleep(WAIT_MILLISECONDS)
    }
  }

  async function read(caller, path) {
    for (const end = Date.now() + PATIENCE_MILLISECONDS; ; ) {
      const answer = await caller.get(path).catch((error) => ({ error }))
      if (answer.status === 200) return answer.body
      const said = answer.error ? `no answer (${answer.error.message})` : `${answer.status} ${answer.text}`
      if (!isPatient || (!answer.error && !isPassing(answer)) || Date.now() > end)
        fault(`${caller.administrator.number}: GET ${path} was answered ${said}`)
      await sleep(WAIT_MILLISECONDS)
    }
  }

  return { writes, faults, write, read }
}

let sold = 0

/** What a sale, a claim and a cancel name; the same for all contracts of an administrator. */
export async function factsOf(caller, diary) {
  const question = '/Rates/rateQuote/DLR1?productTypeCode=VSC&year=2024&make=Ford&model=F-150&odometer=12000'
  const { products } = await diary.read(caller, question)
  const [{ id: dealerId }] = await diary.read(caller, '/dealers?number=DLR1')
  const [{ id: repairFacilityId }] = await diary.read(caller, '/repairfacilities?number=SHOP1')
  const { rateId } = products[0].programs[0].plans[0].rates[0]
  return {
    rateId,
    dealerId,
    repairFacilityId,
    today: new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(),
  }
}

export function saleOf({ rateId }) {
  sold += 1
  const { vin, lastName, email } = saleInputs(sold)
  return {
    ...{ rateId, retailPrice: 1395, vehicle: { vin }, vehiclePurchasePrice: 42_000 },
    customer: {
      ...{ firstName: 'Dana', lastName, email, phone: '512-555-0142' },
      address: { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
    },
  }
}

/** One contract from its sale to its cancel. Stops between two steps when it is told to. */
export async function contractLife(caller, facts, { write, read }, isOver = () => false) {
  const { dealerId: accountHolderId, repairFacilityId, today } = facts
  const contract = await write(caller, 'sale', '/contracts', saleOf(facts))
  if (isOver()) return
  await write(caller, 'finalize', `/contracts/${contract.id}/finalize`, {})
  if (isOver()) return
  const ledgers = await read(caller, `/ledgers?contractId=${contract.id}&pageSize=200`)
  const owed = ledgers.filter(({ direction, isMemo }) => direction === 'Receive' && !isMemo)
  const details = owed.map(({ id, openAmount }) => ({ ledgerId: id, amount: openAmount }))
  const amount = Math.round(details.reduce((sum, one) => sum + one.amount * 100, 0)) / 100
  await write(caller, 'cash', '/cashtransactions', {
    ...{ type: 'Receipt', method: 'Check', accountHolderId, date: today, amount, details },
  })
  if (isOver()) return
  await write(caller, 'claim', '/claims', {
    ...{ contractId: contract.id, lossDate: today, lossOdometer: 12_500, repairFacilityId },
    details: [
      {
        ...{ complaintCode: 'NOISE', causeCode: 'INTFAIL', correctionCode: 'REPLACE' },
        components: [{ code: 'OILPUMP', isPrimaryFailure: true }],
        labor: [{ hoursRequested: 1, rateRequested: 120 }],
      },
    ],
  })
  if (isOver()) return
  await write(caller, 'cancel', `/contracts/${contract.id}/cancels`, {
    ...{ cancelDate: today, cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_600 },
  })
}
