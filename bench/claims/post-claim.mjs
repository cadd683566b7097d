// Claims of twenty lines entered over HTTP, durably and each with an Idempotency-Key of its own, against a script that runs
// the same statements over as many connections. Every claim is on a contract of its own.
import { randomUUID } from 'node:crypto'
import { openSeller, startScript } from '../contracts/writes.mjs'
import { openRecorder } from '../contracts/writes-record.mjs'
import { finalizeInputs, quotedRate, saleInputs, writes } from '../contracts/writes-sales.mjs'
import { templateOf } from '../contracts/writes-template.mjs'
import { median, startService, tokenOf } from '../processes.mjs'
import { compared, isQuick } from '../rows.mjs'

const ROUNDS = isQuick ? 1 : 5
/** Claims of each in a round. */
const CLAIMS = isQuick ? 40 : 300
const RECORDS = 6
const GOAL = 0.5

export async function benchPostClaim() {
  const service = await startService()
  let script
  try {
    const token = await tokenOf(service.url, 'sandbox-admin')
    const sales = writes(await quotedRate(service.url, token))
    const post = claimWrite(await facilityOf(service.url, token))
    const seller = openSeller(service, token, { ...sales, post })
    const template = await record(service, token, { ...sales, post }, seller.next)
    script = await startScript(service, { post: template })
    const rates = { ours: [], theirs: [] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const contracts = await inForce(seller, 2 * CLAIMS)
      const theirs = await script.each('post', contracts.slice(0, CLAIMS))
      const ours = await seller.each('post', contracts.slice(CLAIMS), claimInputs)
      // The first round only warms up.
      if (round === 0) continue
      rates.theirs.push(theirs)
      rates.ours.push(ours)
    }
    const name = `POST /claims with 20 lines (${template.statements.length} statements)`
    const [ours, peer] = [median(rates.ours), median(rates.theirs)]
    return compared({ name, unit: '/s', ours, peer, atLeast: GOAL })
  } finally {
    script?.stop()
    await service.stop()
  }
}

/** New contracts in force. */
async function inForce(seller, count) {
  while (seller.sold.length < count) await seller.sell('sellToNew', 1_000)
  const ids = seller.sold.splice(0, count)
  await seller.finalize(ids)
  return ids
}

export const claimInputs = (contractId) => ({ key: randomUUID(), contractId })

/** Records of the write. Between them claims are tried out, so that no two counters run side by side. */
async function record(service, token, all, next) {
  const recorder = openRecorder(service, token)
  await recorder.scatterLanes()
  const contract = async () => {
    const { id } = (await recorder.perform(all.sellToNew, saleInputs(next()))).answer
    await recorder.perform(all.finalize, finalizeInputs(id))
    return id
  }
  try {
    const spare = await contract()
    const runs = []
    for (let nth = 0; nth <= RECORDS; nth += 1) {
      for (let trial = 0; trial < nth; trial += 1) await recorder.perform(all.post, claimInputs(spare), true)
      runs.push(await recorder.perform(all.post, claimInputs(await contract())))
    }
    // The first may have had to load something.
    return templateOf(runs.slice(1))
  } finally {
    await recorder.close()
  }
}

async function facilityOf(url, token) {
  const answer = await fetch(`${url}/repairfacilities?number=RF100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json())[0].id
}

/** Two details of ten lines each. */
function claimWrite(repairFacilityId) {
  // Yesterday in UTC has begun everywhere; today has not where the administrator is.
  const lossDate = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const lines = (count, line) => Array.from({ length: count }, (_, at) => line(at + 1))
  const detail = {
    ...{ complaintCode: 'NOISE', causeCode: 'INTFAIL', correctionCode: 'REPLACE' },
    components: [{ code: 'WATERPUMP', isPrimaryFailure: true }],
    labor: lines(3, (at) => ({
      ...{ operationCode: `WP${at}`, description: 'Replace water pump' },
      ...{ hoursRequested: 4.2, hoursGuide: 3.8, rateRequested: 145 + at },
    })),
    parts: lines(5, (at) => ({
      ...{ partNumber: `PW-${at}`, description: 'Part', type: 'OEM', quantity: 2 },
      ...{ unitPriceRequested: 100 + at, msrp: 99 },
    })),
    misc: [
      { type: 'Tow', quantity: 1, unitPrice: 120 },
      { type: 'ShopSupplies', quantity: 1, unitPrice: 20 },
    ],
  }
  return {
    path: () => '/claims',
    body: ({ contractId }) => ({
      ...{ contractId, lossDate, lossOdometer: 12_500, repairFacilityId, details: [detail, detail] },
    }),
    status: 201,
  }
}
